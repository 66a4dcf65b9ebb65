-- What a device has said that it can: the extension of its protocol, and settings that not every model has.
alter table devices add column announced text[] not null default '{}';
