-- More behind the second lock of 0015: customers with what they say of roles, coupons and images, users with their roles,
-- and what hangs on an alarm. Logging in, accounts and registration are the server's own work and reach everything.

-- What must be seen from outside the caller's customers goes through these functions, which reach further on purpose and
-- back again. (A `set` clause would say it shorter, but only a superuser may write one for a setting of ours.)
create function reach_all() returns text language plpgsql as $$
declare
  former text := coalesce(current_setting('varde.reach', true), '');
begin
  perform set_config('varde.reach', 'all', true);
  return former;
end
$$;
create function customers_above(below integer[]) returns integer[] language plpgsql stable as $$
declare
  former text := reach_all();
  found_ids integer[];
begin
  select coalesce(array_agg(distinct a), '{}') into found_ids
    from customers c, unnest(c.path) a where c.cust_id = any(below);
  perform set_config('varde.reach', former, true);
  return found_ids;
end
$$;
create function users_within(cust_ids integer[]) returns integer[] language plpgsql stable as $$
declare
  former text := reach_all();
  found_ids integer[];
begin
  select coalesce(array_agg(u.user_id), '{}') into found_ids from (
    select user_id from users where cust_id = any(cust_ids)
    union select user_id from user_policies where cust_id = any(cust_ids)
  ) u;
  perform set_config('varde.reach', former, true);
  return found_ids;
end
$$;
-- Everything below some customers and they themselves, step for step by the parents: the index of `path` is out of use
-- behind row-level security, since `@>` might tell of rows before they are checked.
create function customers_below(roots integer[]) returns table (cust_id integer, path integer[])
language plpgsql stable rows 50 as $$
declare
  level integer[] := roots;
  found_ids integer[] := roots;
begin
  loop
    level := array(select c.cust_id from customers c where c.parent_id = any(level) and c.cust_id <> all(found_ids));
    exit when level = '{}';
    found_ids := found_ids || level;
  end loop;
  return query select c.cust_id, c.path from customers c where c.cust_id = any(found_ids);
end
$$;
-- Who did something is told to whoever may see that it was done, wherever that person belongs.
create function name_of_user(id integer) returns text language plpgsql stable as $$
declare
  former text := reach_all();
  full_name text;
begin
  select nullif(trim(first_name || ' ' || last_name), '') into full_name from users where user_id = id;
  perform set_config('varde.reach', former, true);
  return full_name;
end
$$;
create function users_called(pattern text) returns integer[] language plpgsql stable as $$
declare
  former text := reach_all();
  found_ids integer[];
begin
  select coalesce(array_agg(user_id), '{}') into found_ids from users
    where search_words(first_name || ' ' || last_name || ' ' || username) like search_words(pattern);
  perform set_config('varde.reach', former, true);
  return found_ids;
end
$$;

-- A customer that was just added below one that is reached is reached by its parent: the caller's rights are older.
alter table customers enable row level security;
alter table customers force row level security;
create policy reach on customers using (
  (select reaches_all())
  or cust_id = any ((select reached())::integer[]) or parent_id = any ((select reached())::integer[])
);
-- Names above the own customers stand in every path, and alarm centres are chosen by everybody.
create policy above on customers for select
  using (kind = 'partner' or cust_id = any ((select customers_above(reached()))::integer[]));

-- What is said above counts below.
alter table customer_role_policies enable row level security;
alter table customer_role_policies force row level security;
create policy reach on customer_role_policies
  using ((select reaches_all()) or cust_id = any ((select reached())::integer[]));
create policy above on customer_role_policies for select
  using (cust_id = any ((select customers_above(reached()))::integer[]));
alter table customer_images enable row level security;
alter table customer_images force row level security;
create policy reach on customer_images
  using ((select reaches_all()) or cust_id = any ((select reached())::integer[]));
create policy above on customer_images for select
  using (cust_id = any ((select customers_above(reached()))::integer[]));

alter table coupon_codes enable row level security;
alter table coupon_codes force row level security;
create policy reach on coupon_codes
  using ((select reaches_all()) or cust_id = any ((select reached())::integer[]));

-- A user is seen with all roles or not at all: what may be done to somebody depends on roles held elsewhere too.
alter table users enable row level security;
alter table users force row level security;
create policy reach on users using (
  (select reaches_all())
  or cust_id = any ((select reached())::integer[])
  or user_id = any ((select users_within(reached()))::integer[])
);
alter table user_policies enable row level security;
alter table user_policies force row level security;
create policy reach on user_policies using (
  (select reaches_all())
  or cust_id = any ((select reached())::integer[])
  or user_id = any ((select users_within(reached()))::integer[])
);

alter table alarm_signals enable row level security;
alter table alarm_signals force row level security;
create policy reach on alarm_signals
  using ((select reaches_all()) or exists (select from alarms a where a.alarm_id = alarm_signals.alarm_id));
-- Processing alone asks for these.
alter table retry_keys enable row level security;
alter table retry_keys force row level security;
create policy reach on retry_keys using ((select reaches_all()));

-- A change of the audit log is refused aloud by its trigger, not passed over in silence for want of a policy.
create policy refuse on audit_entries for update using ((select reaches_all()));
