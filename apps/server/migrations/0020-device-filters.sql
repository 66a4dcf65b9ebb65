-- The filters of the device list by type, devices that were never in contact, and devices that charge.
create index devices_type on devices (deha_id, status, device_name, devi_id);
create index devices_silent on devices (status, device_name, devi_id) where last_msg_in is null;
create index devices_charging on devices (status, device_name, devi_id) where charging;
