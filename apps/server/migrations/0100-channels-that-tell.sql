-- By which channels a list tells an emergency to somebody, kept with the list instead of whether it does: a channel
-- without a provider tells nobody, and the filter of devices that reach nobody must not read all receivers.
alter table notification_lists add column tells_by text[] not null default '{}';

-- As `reachesNobody` of the catalogue: a receiver without chosen kinds is told of all. Of receivers who are no users.
create function list_tells_by(asked integer) returns text[] language sql stable as $$
  select coalesce(array_agg(distinct channel order by channel), '{}')
  from notification_receivers r cross join unnest(r.channels) channel
  where r.list_id = asked and r.user_id is null and (r.events = '{}' or 'alarm' = any (r.events))
$$;

create or replace function lists_tell() returns trigger language plpgsql as $$
begin
  perform from notification_lists where list_id in (select list_id from changed) order by list_id for no key update;
  update notification_lists l set tells_by = list_tells_by(l.list_id)
    where l.list_id in (select list_id from changed) and l.tells_by <> list_tells_by(l.list_id);
  return null;
end $$;
update notification_lists set tells_by = list_tells_by(list_id);

alter table notification_lists drop column tells; -- with its index
drop function list_tells;
create index notification_lists_tells_by on notification_lists (tells_by);
