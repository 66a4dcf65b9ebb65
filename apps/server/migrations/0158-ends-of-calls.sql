-- When an answered call was over, as its provider reported.
alter table notification_attempts add call_ended_at timestamptz;
