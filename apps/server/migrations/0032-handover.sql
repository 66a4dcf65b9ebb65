-- To which assignment a transaction or an alarm belongs: decided once, by when it happened (docs/decisions/0017). Rows of
-- transactions from before this migration name none, and their time decides: filling years of rows would hold an upgrade up.
alter table transactions add column assignment_id integer;
alter table alarms add column assignment_id integer references device_assignments (assignment_id);
update alarms set assignment_id = (
  select a.assignment_id from device_assignments a
  where a.devi_id = alarms.devi_id and a.begins_at <= least(alarms.happened_at, alarms.received_at)
  order by a.begins_at desc, a.assignment_id desc limit 1
);

-- A late alarm of the former wearer and a press of the present one are two alarms, at the same customer too.
drop index alarms_open;
create unique index alarms_open on alarms (devi_id, mety_id, cust_id, assignment_id) nulls not distinct
  where state <> 'reset';

-- 0022, with the customer that has the device now: to any other one its name would tell who wears it today.
drop function device_told(integer);
create function device_told(id integer)
returns table (deha_id smallint, cust_id integer, device_name text, device_serial_number text)
language plpgsql stable rows 1 as $$
declare
  former text := reach_all();
begin
  return query select d.deha_id, d.cust_id, d.device_name, d.device_serial_number from devices d where d.devi_id = id;
  perform set_config('varde.reach', former, true);
end
$$;
