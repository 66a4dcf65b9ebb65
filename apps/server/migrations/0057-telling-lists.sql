-- Whether a list tells an emergency to somebody, kept with the list: the filter of devices that reach nobody then reads
-- the few lists that do not, instead of all receivers of the installation.
alter table notification_lists add column tells boolean not null default false;

-- As `reachesNobody` of the catalogue: a receiver without chosen kinds is told of all.
create function list_tells(asked integer) returns boolean language sql stable as $$
  select exists (select from notification_receivers r
    where r.list_id = asked and (r.events = '{}' or 'alarm' = any (r.events)))
$$;

create function lists_tell() returns trigger language plpgsql as $$
begin
  update notification_lists l set tells = list_tells(l.list_id)
    where l.list_id in (select list_id from changed) and l.tells <> list_tells(l.list_id);
  return null;
end $$;
create trigger receivers_added after insert on notification_receivers
  referencing new table as changed for each statement execute function lists_tell();
create trigger receivers_changed after update on notification_receivers
  referencing new table as changed for each statement execute function lists_tell();
create trigger receivers_removed after delete on notification_receivers
  referencing old table as changed for each statement execute function lists_tell();

update notification_lists set tells = true where list_tells(list_id);
create index notification_lists_silent on notification_lists (list_id) where not tells;
