-- Filters for one of these flags: `devices_flagged` also holds every device that is offline or has a low battery.
create index devices_out_of_battery on devices (entry_priority, entry_name, entry_id)
  where flags && '{outOfBatteryWarning}';
create index devices_outdated_position on devices (entry_priority, entry_name, entry_id)
  where flags && '{outdatedPositionWarning}';
create index devices_general_warning on devices (entry_priority, entry_name, entry_id)
  where flags && '{generalWarning}';
