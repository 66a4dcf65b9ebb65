-- The status of a device by its key: a status that gets another place in the order, or comes between two, does not
-- change what is stored. The order of the type is the order of the list (catalogue: statuses).
create type device_status as enum (
  'lastMessageOnly',
  'fire',
  'manDown',
  'epilepsy',
  'alarm',
  'wanderer',
  'geofence',
  'selfCheck',
  'outOfBed',
  'fridge',
  'inBed',
  'outOfBattery',
  'offline',
  'tcpDisabled',
  'outdatedPosition',
  'battery',
  'powerFailure',
  'inactive',
  'general',
  'clear'
);
drop index devices_list, devices_customer, devices_flagged;
alter table devices alter column status drop default;
alter table devices alter column status type device_status using case status
    when 1 then 'lastMessageOnly'
    when 2 then 'fire'
    when 3 then 'manDown'
    when 4 then 'epilepsy'
    when 5 then 'alarm'
    when 6 then 'wanderer'
    when 7 then 'geofence'
    when 8 then 'selfCheck'
    when 9 then 'outOfBed'
    when 10 then 'fridge'
    when 11 then 'inBed'
    when 12 then 'outOfBattery'
    when 13 then 'offline'
    when 14 then 'tcpDisabled'
    when 15 then 'outdatedPosition'
    when 16 then 'battery'
    when 17 then 'powerFailure'
    when 18 then 'inactive'
    when 19 then 'general'
    else 'clear' end::device_status;
alter table devices alter column status set default 'clear';
create index devices_list on devices (status, device_name, devi_id);
create index devices_customer on devices (cust_id, status, device_name, devi_id);
create index devices_flagged on devices (status, device_name, devi_id) where flags <> '{}';
