-- What is known of a customer besides its name and place in the tree. Addresses: {address1, address2, zip, city}.
alter table customers add column org_number text;
alter table customers add column reference text;
alter table customers add column address jsonb;
alter table customers add column billing_address jsonb;
-- The alarm centre (a partner) that takes alarms unless a device says otherwise; null: the one of the customer above.
alter table customers add column default_ahp integer references customers (cust_id);
create index customers_parent on customers (parent_id, firm_name, cust_id);
create index customers_name on customers (firm_name, cust_id);

create table customer_images (
  cust_id integer primary key references customers (cust_id) on delete cascade,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  image bytea not null,
  updated_at timestamptz not null
);

-- Codes that a firm gives to private users; who registers with one becomes a customer below the firm.
create table coupon_codes (
  code text primary key check (code = upper(code)),
  cust_id integer not null references customers (cust_id),
  note text not null default '',
  max_uses integer not null check (max_uses > 0),
  uses integer not null default 0 check (uses <= max_uses),
  valid_until timestamptz,
  closed_at timestamptz,
  created_by integer references users (user_id),
  created_at timestamptz not null
);
create index coupon_codes_customer on coupon_codes (cust_id, created_at desc, code);

-- The customer that an account belongs to: who may administer there, administers the account. Null: the installation.
alter table users add column cust_id integer references customers (cust_id);
update users set cust_id = (
  select min(p.cust_id) from user_policies p where p.user_id = users.user_id
) where not exists (select from user_policies p where p.user_id = users.user_id and p.cust_id is null);
-- A temporary account works until then; promoted, it has no end.
alter table users add column temporary_until timestamptz;
alter table users add column deleted_at timestamptz;
alter table users add column deleted_by integer references users (user_id);
create index users_customer on users (cust_id, last_name, first_name, user_id);
create index user_policies_customer on user_policies (cust_id);
