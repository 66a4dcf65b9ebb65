-- What a customer gives to a role besides what the role holds everywhere, or with `inactive` takes back from where a
-- customer above gave it. For each customer the nearest row up the tree counts.
create table customer_role_policies (
  cust_id integer not null references customers (cust_id) on delete cascade,
  role text not null,
  policy text not null,
  status text not null check (status in ('active', 'inactive')),
  -- How far it goes: everything, or looking only.
  information text check (information in ('all', 'read')),
  primary key (cust_id, role, policy)
);
create index customer_role_policies_role on customer_role_policies (role, policy);
