-- A whole unique index makes its column a key: pairing twins would take the lock that excludes every insert with a
-- reference to the devices, and wait for them.
alter table devices drop constraint devices_twin_device_key;
create unique index devices_twin_device on devices (twin_device) where twin_device is not null;
