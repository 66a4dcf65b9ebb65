-- Who took the message, by the name of the configuration; null: nobody yet, or none that costs anything.
alter table sms_outbox add column provider text;

-- What SMS and calls cost: a row for each that a provider was handed. It names nobody, neither a number nor a text, and
-- outlives the outbox.
create table message_costs (
  -- No foreign key: the outbox is emptied after a month. Its numbers are never used again.
  sms_id bigint not null,
  -- Of a call that is made again: 1 is the first. An SMS has 1.
  number smallint not null,
  cust_id integer not null references customers (cust_id) on delete cascade,
  at timestamptz not null,
  channel text not null check (channel in ('sms', 'call')),
  provider text not null,
  outcome text not null check (outcome in ('sent', 'delivered', 'failed')),
  -- Of an SMS: how many it counts as.
  parts smallint,
  -- Of a call that has ended.
  seconds integer,
  -- As the provider says: in ten-thousandths of the currency of its account; null: it does not say.
  price integer,
  primary key (sms_id, number)
);
create index message_costs_customer on message_costs (cust_id, at);
create index message_costs_at on message_costs (at);
alter table message_costs enable row level security;
alter table message_costs force row level security;
create policy reach on message_costs using ((select reaches_all()) or cust_id = any ((select reached())::integer[]));
