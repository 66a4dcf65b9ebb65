-- Until now `autoTracking` meant that Varde tracks a device during its alarms, which is `alarmTracking` now. What was chosen
-- for that stays; whether the device reports by itself has been chosen by nobody (docs/decisions/0024). The audit log keeps
-- the name of its time.

insert into device_settings (devi_id, key, desired, reported, reported_at, command_id, updated_by, updated_at)
select devi_id, 'alarmTracking', desired, reported, reported_at, command_id, updated_by, updated_at
from device_settings where key = 'autoTracking'
on conflict (devi_id, key) do nothing;
delete from device_settings where key = 'autoTracking';

insert into customer_settings (cust_id, deha_id, key, value, updated_by, updated_at)
select cust_id, deha_id, 'alarmTracking', value, updated_by, updated_at from customer_settings where key = 'autoTracking'
on conflict (cust_id, deha_id, key) do nothing;
delete from customer_settings where key = 'autoTracking';
