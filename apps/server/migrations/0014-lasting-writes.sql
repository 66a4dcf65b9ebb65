-- A write that makes a device forget its former wearer waits for the device, however long that takes.
alter table commands add column lasts boolean not null default false;
