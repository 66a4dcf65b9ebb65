-- The fences that each device of a type gets when it is given to the customer, or to one below it that has none of its own.
create table customer_geofences (
  cust_id integer not null references customers (cust_id) on delete cascade,
  deha_id smallint not null,
  -- As the form of a fence: [{"name": …, "circle": …, "vertices": …, …}, …].
  fences jsonb not null,
  primary key (cust_id, deha_id)
);

alter table customer_geofences enable row level security;
alter table customer_geofences force row level security;
create policy reach on customer_geofences
  using ((select reaches_all()) or cust_id = any ((select reached())::integer[]));
create policy reach_above on customer_geofences for select using (exists (select from customers below
  where below.cust_id = any ((select reached())::integer[]) and below.path @> array[customer_geofences.cust_id]));
