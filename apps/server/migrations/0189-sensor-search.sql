-- Units are found by their sensors: by any part of a name, a serial number or an address. The words are in a table of
-- their own, as those of devices: behind a policy no index for parts of words is used (decision 0013), and the row of a
-- sensor changes with every message about it.
create table sensor_search (
  dese_id integer primary key references sensors (dese_id) on delete cascade,
  devi_id integer not null,
  words text not null
);
create index sensor_search_words on sensor_search using gin (words gin_trgm_ops);
create index sensor_search_device on sensor_search (devi_id);

-- A sensor that a unit only heard, and that may be the neighbour's, has no name yet and is not found.
create function remember_sensor_words() returns trigger language plpgsql as $$
begin
  if new.saved or new.name <> '' then
    insert into sensor_search (dese_id, devi_id, words)
    values (new.dese_id, new.devi_id, search_words(concat_ws(chr(10), new.name, new.gateway_id, new.mac_address)))
    on conflict (dese_id) do update set devi_id = excluded.devi_id, words = excluded.words;
  else
    delete from sensor_search where dese_id = new.dese_id;
  end if;
  return null;
end
$$;
create trigger sensor_words_added after insert on sensors
  for each row execute function remember_sensor_words();
-- Every report of a unit names these columns; most leave them as they are.
create trigger sensor_words_changed after update of devi_id, name, gateway_id, mac_address, saved on sensors
  for each row
  when ((old.devi_id, old.name, old.gateway_id, old.mac_address, old.saved)
    is distinct from (new.devi_id, new.name, new.gateway_id, new.mac_address, new.saved))
  execute function remember_sensor_words();

insert into sensor_search (dese_id, devi_id, words)
  select dese_id, devi_id, search_words(concat_ws(chr(10), name, gateway_id, mac_address))
  from sensors where saved or name <> '';
