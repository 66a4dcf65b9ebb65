-- Filters for alarms and other flags that few devices have: `devices_flagged` also holds every device that is offline or
-- has a low battery, one in ten.
create index devices_rare_flags on devices (status, device_name, devi_id)
  where not flags <@ '{batteryWarning,outOfBatteryWarning,offline,offlineWarning,outdatedPositionWarning,generalWarning}';
