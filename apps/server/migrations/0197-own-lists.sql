-- The notification list that the present wearer of a unit has, or of the master whose clone it is; null: none, and that of
-- the customer counts. Kept in the row, so that the filter of devices that reach nobody asks nothing about each of them
-- (docs/decisions/0120).
alter table devices add column own_list_id integer;

create function own_list_of(unit integer, twin text, twin_device integer) returns integer language sql stable as $$
  select l.list_id from device_assignments a join notification_lists l on l.assignment_id = a.assignment_id
  where a.devi_id = case twin when 'CLONE' then twin_device else unit end and a.ends_at is null
$$;

create function keep_own_list() returns trigger language plpgsql as $$
begin
  update devices d set own_list_id = own_list_of(d.devi_id, d.twin, d.twin_device)
  where d.devi_id in (select unit from unnest(array[new.devi_id, old.devi_id]) unit union all
      select m.twin_device from devices m where m.devi_id in (new.devi_id, old.devi_id) and m.twin = 'MASTER')
    and d.own_list_id is distinct from own_list_of(d.devi_id, d.twin, d.twin_device);
  return null;
end $$;
create trigger own_list after insert or delete or update of assignment_id, devi_id on notification_lists
  for each row execute function keep_own_list();
create trigger own_list_of_wearer after update of ends_at on device_assignments
  for each row execute function keep_own_list();

create function follow_own_list_of_master() returns trigger language plpgsql as $$
begin
  new.own_list_id := own_list_of(new.devi_id, new.twin, new.twin_device);
  return new;
end $$;
-- No message of a device changes these columns.
create trigger own_list_of_master before update of twin, twin_device on devices
  for each row execute function follow_own_list_of_master();

update devices d set own_list_id = own_list_of(d.devi_id, d.twin, d.twin_device)
  where own_list_of(d.devi_id, d.twin, d.twin_device) is not null;
create index devices_own_list on devices (own_list_id) where own_list_id is not null;
