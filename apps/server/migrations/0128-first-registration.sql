-- When a device was registered. Of those that are here already, only the start of their use is known.
alter table devices add column created_at timestamptz;
update devices set created_at = activated_date;
alter table devices alter column created_at set default now();
