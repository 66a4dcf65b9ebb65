-- Whether a device has an enabled geofence, of any of its wearers. Kept in the row, so that the positions of all others cost
-- no look into the fences. Fences change under the lock of their device.
alter table devices add column fenced boolean not null default false;

create function keep_fenced() returns trigger language plpgsql as $$
begin
  update devices d set fenced = not d.fenced
  where d.devi_id = any (array[new.devi_id, old.devi_id])
    and d.fenced <> exists (select from geofences g where g.devi_id = d.devi_id and g.enabled);
  return null;
end $$;
create trigger fenced after insert or delete or update of enabled, devi_id on geofences
  for each row execute function keep_fenced();

update devices d set fenced = true where exists (select from geofences g where g.devi_id = d.devi_id and g.enabled);
