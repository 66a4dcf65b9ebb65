-- A pair of twins is one entry of the device list (decision 0073). Each unit knows the name and the status of the other
-- one, written when either changes, so that an index holds the place of the pair in the list.
alter table devices
  add column twin_name text,
  add column twin_status device_status;
update devices d set twin_name = other.device_name, twin_status = other.status
  from devices other where other.devi_id = d.twin_device;
-- The tag is that of the wearer.
update devices clone set user_tag = master.user_tag
  from devices master where clone.twin = 'CLONE' and master.devi_id = clone.twin_device;

-- As in the catalogue (`statuses`). A number, because the comparisons of an enum are not leakproof: behind row-level
-- security no index would be used for them.
create function status_priority(status device_status) returns smallint language sql immutable parallel safe as $$
  select (case status
    when 'lastMessageOnly' then 1
    when 'fire' then 2
    when 'manDown' then 3
    when 'epilepsy' then 4
    when 'alarm' then 5
    when 'wanderer' then 6
    when 'geofence' then 7
    when 'selfCheck' then 8
    when 'outOfBed' then 9
    when 'fridge' then 10
    when 'inBed' then 11
    when 'outOfBattery' then 12
    when 'offline' then 13
    when 'tcpDisabled' then 14
    when 'outdatedPosition' then 15
    when 'battery' then 16
    when 'powerFailure' then 17
    when 'inactive' then 18
    when 'general' then 19
    when 'clear' then 100
  end)::smallint
$$;

-- The entry of the list that a unit belongs to: its own, or that of its pair, which has the number and the name of the
-- master and the worse status of the two.
alter table devices
  add column priority smallint not null generated always as (status_priority(status)) stored,
  add column entry_priority smallint not null
    generated always as (least(status_priority(status), status_priority(twin_status))) stored,
  add column entry_name text not null
    generated always as (case when twin = 'CLONE' then coalesce(twin_name, device_name) else device_name end) stored,
  add column entry_id integer not null
    generated always as (case when twin = 'CLONE' then twin_device else devi_id end) stored;

drop index devices_list, devices_customer, devices_flagged, devices_rare_flags, devices_user_tag, devices_type,
  devices_silent, devices_charging, devices_name;
create index devices_list on devices (entry_priority, entry_name, entry_id);
create index devices_customer on devices (cust_id, entry_priority, entry_name, entry_id);
create index devices_name on devices (entry_name, entry_id);
create index devices_status on devices (priority, entry_priority, entry_name, entry_id) where priority < 100;
create index devices_flagged on devices (entry_priority, entry_name, entry_id) where flags <> '{}';
create index devices_rare_flags on devices (entry_priority, entry_name, entry_id)
  where not flags <@ '{batteryWarning,outOfBatteryWarning,offline,offlineWarning,outdatedPositionWarning,generalWarning}';
create index devices_user_tag on devices (user_tag, entry_priority, entry_name, entry_id) where user_tag <> 'NONE';
create index devices_type on devices (deha_id, entry_priority, entry_name, entry_id);
create index devices_silent on devices (entry_priority, entry_name, entry_id) where last_msg_in is null;
create index devices_charging on devices (entry_priority, entry_name, entry_id) where charging;

-- A pair is found by the words of either unit.
create or replace function remember_device_words() returns trigger language plpgsql as $$
begin
  insert into device_search (devi_id, words)
  values (new.devi_id, search_words(concat_ws(chr(10),
    new.device_name, new.device_serial_number, new.twin_name, new.twin_serial)))
  on conflict (devi_id) do update set words = excluded.words;
  return null;
end
$$;
drop trigger device_words on devices;
create trigger device_words
  after insert or update of device_name, device_serial_number, twin_name, twin_serial on devices
  for each row execute function remember_device_words();
update devices set twin_name = twin_name where twin_name is not null;
