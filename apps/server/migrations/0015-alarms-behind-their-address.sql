-- Alarms with a lower `rev` may have been read before the address was known; null: none has been published with it yet.
alter table addresses add column rev bigint default 0;
