-- The history of alarms, newest first: of all customers, and of few.
create index alarms_received on alarms (received_at desc, alarm_id desc);
create index alarms_customer on alarms (cust_id, received_at desc, alarm_id desc);
