-- The second lock (docs/decisions/0013): a query that forgets its scope sees the caller's customers and no others. The
-- server says with each connection that it takes how far the work on it reaches: `all`, or the ids of customers. A
-- connection that says nothing sees nothing. Superusers and roles with BYPASSRLS are not held by it, nor is the embedded
-- database, which has one user.
create function reaches_all() returns boolean language sql stable as $$
select current_setting('varde.reach', true) = 'all'
$$;
create function reached() returns integer[] language sql stable as $$
select case when current_setting('varde.reach', true) in ('', 'all') then '{}'
  else string_to_array(current_setting('varde.reach', true), ',')::integer[] end
$$;

-- In subqueries, so that they are asked once for a statement and not once for a row.
alter table devices enable row level security;
alter table devices force row level security;
create policy reach on devices using ((select reaches_all()) or cust_id = any ((select reached())::integer[]));
alter table transactions enable row level security;
alter table transactions force row level security;
create policy reach on transactions using ((select reaches_all()) or cust_id = any ((select reached())::integer[]));
alter table alarms enable row level security;
alter table alarms force row level security;
create policy reach on alarms using ((select reaches_all()) or cust_id = any ((select reached())::integer[]));
alter table device_assignments enable row level security;
alter table device_assignments force row level security;
create policy reach on device_assignments
  using ((select reaches_all()) or cust_id = any ((select reached())::integer[]));
-- What hangs on a device follows the device.
alter table device_settings enable row level security;
alter table device_settings force row level security;
create policy reach on device_settings
  using ((select reaches_all()) or exists (select from devices d where d.devi_id = device_settings.devi_id));
alter table commands enable row level security;
alter table commands force row level security;
create policy reach on commands
  using ((select reaches_all()) or exists (select from devices d where d.devi_id = commands.devi_id));
-- Anybody's deeds are written down, and read within reach.
alter table audit_entries enable row level security;
alter table audit_entries force row level security;
create policy reach on audit_entries for select
  using ((select reaches_all()) or cust_id = any ((select reached())::integer[]));
create policy append on audit_entries for insert with check (true);
create policy remove on audit_entries for delete using ((select reaches_all()));
