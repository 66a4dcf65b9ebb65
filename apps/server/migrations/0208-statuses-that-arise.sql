-- Inactive, a daily self-check that did not come, and a lost connection: what these statuses are judged by.
alter table devices
  add column active_at timestamptz,
  add column steps integer,
  add column self_check_at timestamptz;
alter table device_identities add column lost_at timestamptz;

create index devices_self_checked on devices (self_check_at) where self_check_at is not null;
create index device_identities_lost on device_identities (devi_id) where lost_at is not null;
-- As the indexes of the other filters of one flag.
create index devices_inactive on devices (entry_priority, sort_name, entry_id) where flags && '{inactiveWarning}';
