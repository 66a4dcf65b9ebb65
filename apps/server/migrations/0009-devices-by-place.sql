-- The map asks for the devices in a part of it.
create index devices_place on devices (pos_long, pos_lati) where pos_lati is not null;
