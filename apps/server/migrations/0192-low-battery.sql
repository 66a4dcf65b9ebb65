-- As 0125: `devices_flagged` holds many devices that are offline besides those with a low battery.
create index devices_battery_warning on devices (entry_priority, entry_name, entry_id)
  where flags && '{batteryWarning}';
