-- What a partner takes for a service, by type of device: 0 is all types, -1 those without a price of their own.
create table partner_prices (
  cust_id integer not null references customers (cust_id) on delete cascade,
  deha_id smallint not null,
  service text not null check (service in ('purchase', 'rent', 'subscription', 'alarmReception', 'installation')),
  -- Hundredths of the currency of the partner's market.
  amount integer not null check (amount between 0 and 1000000000),
  primary key (cust_id, deha_id, service)
);

alter table partner_prices enable row level security;
alter table partner_prices force row level security;
create policy reach on partner_prices
  using ((select reaches_all()) or cust_id = any ((select reached())::integer[]));
