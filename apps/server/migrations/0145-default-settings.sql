-- The default settings of a customer, by type of device, for its devices and those of the customers below it.
create table customer_settings (
  cust_id integer not null references customers (cust_id) on delete cascade,
  deha_id integer not null,
  key text not null check (char_length(key) between 1 and 64),
  value jsonb not null,
  updated_by integer references users (user_id) on delete set null,
  updated_at timestamptz not null,
  primary key (cust_id, deha_id, key)
);
alter table customer_settings enable row level security;
alter table customer_settings force row level security;
create policy reach on customer_settings using ((select reaches_all()) or cust_id = any ((select reached())::integer[]));
-- Who reaches a customer sees what it inherits.
create policy reach_above on customer_settings for select using (exists (select from customers below
  where below.cust_id = any ((select reached())::integer[]) and below.path @> array[customer_settings.cust_id]));
