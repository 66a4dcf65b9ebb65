-- Devices that follow the time zone of their market are looked for every few seconds (docs/settings.md).
create index device_settings_zone_of_market on device_settings (devi_id)
  where key = 'timeZoneOfMarket' and desired = 'true';
