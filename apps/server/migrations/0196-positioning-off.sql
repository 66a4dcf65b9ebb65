-- Whether positioning is off, by the unit's own setting or that of the master whose clone it is (docs/decisions/0118).
-- Kept in the row, because each row of the device list says which actions are refused, also in the live channel.
alter table devices add column positioning_off boolean not null default false;

create function is_positioning_off(unit integer, twin text, twin_device integer) returns boolean language sql stable as $$
  select exists (select from device_settings s
    where s.devi_id in (unit, case twin when 'CLONE' then twin_device end)
      and s.key = 'disablePositioning' and s.desired = 'true'::jsonb)
$$;

create function keep_positioning_off() returns trigger language plpgsql as $$
declare
  unit integer := coalesce(new.devi_id, old.devi_id);
begin
  update devices d set positioning_off = not d.positioning_off, rev = nextval('rev_seq')
  where d.devi_id in (select unit union all
      select m.twin_device from devices m where m.devi_id = unit and m.twin = 'MASTER')
    and d.positioning_off <> is_positioning_off(d.devi_id, d.twin, d.twin_device);
  return null;
end $$;
create trigger positioning_set after insert or update of desired on device_settings
  for each row when (new.key = 'disablePositioning') execute function keep_positioning_off();
create trigger positioning_unset after delete on device_settings
  for each row when (old.key = 'disablePositioning') execute function keep_positioning_off();

create function follow_positioning_of_master() returns trigger language plpgsql as $$
begin
  new.positioning_off := is_positioning_off(new.devi_id, new.twin, new.twin_device);
  return new;
end $$;
-- No message of a device changes these columns.
create trigger positioning_of_master before update of twin, twin_device on devices
  for each row execute function follow_positioning_of_master();

update devices d set positioning_off = true where is_positioning_off(d.devi_id, d.twin, d.twin_device);
