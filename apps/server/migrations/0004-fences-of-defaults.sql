-- The fence was copied from the standard settings of the customer that the device was given to.
alter table geofences add column of_defaults boolean not null default false;
