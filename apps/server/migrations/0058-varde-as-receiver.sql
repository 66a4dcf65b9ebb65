-- Whether the alarms of a home unit come to Varde: of the hardware that can be programmed with another receiver.
alter table devices add column varde_as_receiver boolean not null default false;
