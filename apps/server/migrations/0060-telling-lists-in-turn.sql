-- Two transactions that each remove a receiver of one list: the second waits for the first, and then sees what it left.
create or replace function lists_tell() returns trigger language plpgsql as $$
begin
  perform from notification_lists where list_id in (select list_id from changed) order by list_id for no key update;
  update notification_lists l set tells = list_tells(l.list_id)
    where l.list_id in (select list_id from changed) and l.tells <> list_tells(l.list_id);
  return null;
end $$;
update notification_lists set tells = list_tells(list_id) where tells <> list_tells(list_id);
