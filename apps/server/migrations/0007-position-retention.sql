-- How many days positions of this customer's time are kept; null: as the customer above, and where none above says so as
-- long as the transactions.
alter table customers add column position_days smallint check (position_days between 7 and 365);

-- Positions of the assignment that were received before this are deleted; null: none are.
alter table device_assignments add column positions_from timestamptz;

-- What was deleted of a customer's time on a day.
create table position_deletions (
  cust_id integer not null references customers (cust_id) on delete cascade,
  day date not null,
  -- How long they were kept then, and the time before which they were deleted.
  kept_days smallint not null,
  before timestamptz not null,
  transactions integer not null,
  alarms integer not null,
  devices integer not null,
  primary key (cust_id, day)
);

alter table position_deletions enable row level security;
alter table position_deletions force row level security;
create policy reach on position_deletions
  using ((select reaches_all()) or cust_id = any ((select reached())::integer[]));
