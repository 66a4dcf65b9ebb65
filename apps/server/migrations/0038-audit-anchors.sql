-- Who acted, found by the name that the log shows. `users_called` also found by the username, so that a reader of the log
-- could find out usernames of others' users by trying.
create function users_named(pattern text) returns integer[] language plpgsql stable as $$
declare
  former text := reach_all();
  found_ids integer[];
begin
  select coalesce(array_agg(user_id), '{}') into found_ids from users
    where search_words(first_name || ' ' || last_name) like search_words(pattern);
  perform set_config('varde.reach', former, true);
  return found_ids;
end
$$;
drop function users_called(text);
