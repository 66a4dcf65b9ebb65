-- A unit in stock has the status 1, last message only. The list has it behind all that need somebody.
create or replace function status_priority(status device_status) returns smallint language sql immutable parallel safe as $$
  select (case status
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
    when 'lastMessageOnly' then 99
    when 'clear' then 100
  end)::smallint
$$;

-- A technical flag that was the status until now is a general warning beside it.
update devices set status = 'lastMessageOnly', rev = nextval('rev_seq'),
  flags = case
    when 'generalWarning' = any(flags) then flags
    when flags && '{selfCheckWarning,outOfBatteryWarning,offlineWarning,tcpStatusDisabledWarning,outdatedPositionWarning,powerFailure,unknownWarning,sensorLowBattery}'
      or 'batteryWarning' = any(flags) and not charging then array_append(flags, 'generalWarning')
    else flags end
  where activated_date is null and deleted_at is null;
update devices told set twin_status = unit.status from devices unit
  where unit.devi_id = told.twin_device and told.twin_status <> unit.status;
