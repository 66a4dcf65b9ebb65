-- Search is by any part of the name or the serial number. The words stand in a table of their own because a device's
-- row changes with every message, and every change of a row makes new entries in all of its indexes: some thirty for
-- the trigrams of a name. `pg_trgm` is a trusted extension: the owner of the database may create it.
create extension if not exists pg_trgm;
create table device_search (
  devi_id integer primary key references devices (devi_id) on delete cascade,
  words text not null
);
create index device_search_words on device_search using gin (words gin_trgm_ops);

-- Lower case for searching. `lower` alone knows only A to Z in a database of locale C; the letters of the Nordic and
-- Sami languages and of common names are named, so that a search finds the same in every database.
create function search_words(words text) returns text language sql immutable parallel safe as $$
select lower(translate(words, 'ÆØÅÄÖÜÉÈÊËÁÀÂÃÍÌÎÏÓÒÔÕÚÙÛÝÇÑÐÞŠŽČĐŊŦŁ', 'æøåäöüéèêëáàâãíìîïóòôõúùûýçñðþšžčđŋŧł'))
$$;

-- A line end stands between the two, so that no search reaches over it. Only a new name or number comes here.
create function remember_device_words() returns trigger language plpgsql as $$
begin insert into device_search (devi_id, words) values (new.devi_id, search_words(new.device_name || chr(10) || new.device_serial_number)) on conflict (devi_id) do update set words = excluded.words; return null; end
$$;
create trigger device_words after insert or update of device_name, device_serial_number on devices
  for each row execute function remember_device_words();
insert into device_search (devi_id, words)
  select devi_id, search_words(device_name || chr(10) || device_serial_number) from devices;

-- The other sort orders of the device list. A device that was never in contact sorts as the one longest silent.
create index devices_name on devices (device_name, devi_id);
create index devices_contact on devices (coalesce(last_msg_in, '-infinity'::timestamptz), devi_id);
-- Alarm filters look for flags, and most devices have none.
create index devices_flagged on devices (status, device_name, devi_id) where flags <> '{}';
create index unknown_devices_seen on unknown_devices (last_seen, protocol, identity);
