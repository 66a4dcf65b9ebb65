-- A deleted device has no identity, no assignment and no list: its row stays for the alarms, the history and the periods
-- of those who wore it, which go by their own retention and erasure.
alter table devices add column deleted_at timestamptz;
alter table devices drop constraint devices_device_serial_number_key;
create unique index devices_serial on devices (device_serial_number) where deleted_at is null;
-- Also users who do not work for a partner may delete it.
alter table devices add column allow_device_deletes boolean not null default false;

-- Two devices of one wearer. Each row names the other one; the list shows the master alone, with its clone in it.
alter table devices
  add column twin text not null default 'NONE' check (twin in ('NONE', 'MASTER', 'CLONE')),
  add column twin_device integer unique references devices (devi_id),
  -- The serial number of the other one, by which the pair is found as well.
  add column twin_serial text,
  add constraint devices_twin check ((twin = 'NONE') = (twin_device is null) and (twin = 'NONE') = (twin_serial is null));

create or replace function remember_device_words() returns trigger language plpgsql as $$
begin
  insert into device_search (devi_id, words)
  values (new.devi_id, search_words(concat_ws(chr(10), new.device_name, new.device_serial_number, new.twin_serial)))
  on conflict (devi_id) do update set words = excluded.words;
  return null;
end
$$;
drop trigger device_words on devices;
create trigger device_words after insert or update of device_name, device_serial_number, twin_serial on devices
  for each row execute function remember_device_words();
