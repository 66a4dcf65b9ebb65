-- What an alarm is shown with: its device, also one that belongs to somebody else by now. Whoever has an alarm that is
-- not reset must see it, and a join with `devices` would take it away behind row-level security.
create function device_told(id integer)
returns table (deha_id smallint, device_name text, device_serial_number text) language plpgsql stable rows 1 as $$
declare
  former text := reach_all();
begin
  return query select d.deha_id, d.device_name, d.device_serial_number from devices d where d.devi_id = id;
  perform set_config('varde.reach', former, true);
end
$$;
