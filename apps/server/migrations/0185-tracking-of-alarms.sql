-- The alarm because of which Varde itself has a device tracked (docs/decisions/0118). Null: a user asked, or it is over.
alter table commands add column alarm_id integer references alarms (alarm_id) on delete set null;
create index commands_alarm on commands (alarm_id) where alarm_id is not null;
create index commands_tracking on commands (devi_id, command_id desc) where alarm_id is not null;
create index devices_tracked on devices (tracking_until) where tracking_until is not null;
