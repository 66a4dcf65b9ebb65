-- An alarm that nobody on the list has taken goes to the alarm centre of its device, once.
alter table alarms
  add column escalated_at timestamptz,
  add column escalated_to integer references customers (cust_id) on delete set null;
-- For the customer that is removed, and for nothing else.
create index alarms_escalated_to on alarms (escalated_to) where escalated_to is not null;
