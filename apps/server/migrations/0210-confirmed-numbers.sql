-- The organisation of a customer, given as the ids from the root of the tree to it: the topmost one that is no partner,
-- below which there are organisations that have nothing to do with each other.
create function organisation_of(upwards integer[]) returns integer language sql stable as $$
  select coalesce((select c.cust_id from customers c where c.cust_id = any (upwards) and c.kind <> 'partner'
    order by array_position(upwards, c.cust_id) limit 1), upwards[array_upper(upwards, 1)])
$$;

-- Which organisation may tell a number of alarms without limit.
create table confirmed_numbers (
  -- E.164
  number text not null,
  -- The organisation.
  cust_id integer not null references customers (cust_id) on delete cascade,
  -- Null: another organisation had the number first, and who has it has not confirmed it for this one.
  confirmed_at timestamptz,
  -- Since when the number is on no list of the organisation; null: it is on one.
  unused_since timestamptz,
  -- The latest SMS that asks who has the number, and the hash of its link.
  asked_at timestamptz,
  token_hash text,
  primary key (number, cust_id)
);
create index confirmed_numbers_customer on confirmed_numbers (cust_id);
create unique index confirmed_numbers_token on confirmed_numbers (token_hash) where token_hash is not null;
alter table confirmed_numbers enable row level security;
alter table confirmed_numbers force row level security;
create policy reach on confirmed_numbers using ((select reaches_all())
  or exists (select from customers c where c.cust_id = confirmed_numbers.cust_id));

create index users_mobile on users (mobile) where mobile is not null;

-- Numbers that are on lists now have been told of alarms already.
insert into confirmed_numbers (number, cust_id, confirmed_at)
  select distinct coalesce(r.mobile, u.mobile), organisation_of(c.path), now()
  from notification_receivers r
    left join users u on u.user_id = r.user_id
    join notification_lists l on l.list_id = r.list_id
    left join devices d on d.devi_id = l.devi_id
    join customers c on c.cust_id = coalesce(l.cust_id, d.cust_id)
  where coalesce(r.mobile, u.mobile) ~ '^\+[0-9]{4,15}$';
