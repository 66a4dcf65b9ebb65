-- One open alarm of a kind for each device and customer: a device that changed customer while its alarm was open raises
-- a new one, at the customer who has it now.
drop index alarms_open;
create unique index alarms_open on alarms (devi_id, mety_id, cust_id) where state <> 'reset';

-- One record may hold the same alarm twice, with two times.
alter table alarm_signals drop constraint alarm_signals_pkey;
alter table alarm_signals add primary key (alarm_id, tran_id, code, happened_at);
