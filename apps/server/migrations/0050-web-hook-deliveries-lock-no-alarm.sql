-- A foreign key locks the alarm while deliveries of it are made, and a signal of the alarm would wait for that. Alarms are
-- never deleted.
alter table web_hook_deliveries drop constraint web_hook_deliveries_alarm_id_fkey;
