-- Whether addresses of places may be asked from a service outside: null, as the customer above; at the top, yes.
alter table customers add column address_lookup boolean;

create function may_look_up_addresses(customer integer) returns boolean language sql stable as $$
  select coalesce((select above.address_lookup from customers c join customers above on above.cust_id = any (c.path)
    where c.cust_id = customer and above.address_lookup is not null order by cardinality(above.path) desc limit 1), true)
$$;

-- Latitude or longitude in hundred-thousandths of a degree, about a metre; null: no such place exists.
create function place_part(degrees double precision, largest integer) returns integer
  language sql immutable strict parallel safe as $$
  select case when abs(degrees) <= largest then floor(degrees * 100000 + 0.5)::integer end
$$;

-- Addresses of places. An empty one: there is none, or no service answered.
create table addresses (
  lat integer not null,
  lng integer not null,
  -- What a customer calls the place; 0: as a service says, for all. No reference: it ages like the others.
  cust_id integer not null,
  address text not null check (char_length(address) <= 200),
  -- Null: a process is asking for the first time.
  looked_up_at timestamptz,
  -- Until then nobody else asks.
  kept_until timestamptz not null,
  primary key (lat, lng, cust_id)
);
create index addresses_age on addresses (kept_until);

-- The address of a place for a customer; empty: none was found; null: nobody has looked it up.
create function address_of(latitude double precision, longitude double precision, customer integer) returns text
  language sql stable as $$
  select a.address from addresses a
  where a.lat = place_part(latitude, 90) and a.lng = place_part(longitude, 180) and a.cust_id in (0, customer)
    and a.looked_up_at is not null
  order by a.cust_id desc limit 1
$$;

-- Places that somebody looks at. Those of alarms that are not reset need no row.
create table address_lookups (
  lat integer not null,
  lng integer not null,
  cust_id integer not null references customers (cust_id) on delete cascade,
  user_id integer not null references users (user_id) on delete cascade,
  asked_at timestamptz not null,
  primary key (lat, lng)
);
create index address_lookups_user on address_lookups (user_id, asked_at desc);
create constraint trigger work_is_announced after insert or update of asked_at on address_lookups
  deferrable initially deferred for each row execute function announce_work();

-- Words that somebody has typed to find an address.
create table address_searches (
  kind text not null check (kind in ('search', 'complete')),
  words text not null check (char_length(words) between 1 and 100),
  cust_id integer not null references customers (cust_id) on delete cascade,
  user_id integer not null references users (user_id) on delete cascade,
  asked_at timestamptz not null,
  -- Null: a process is asking, or will.
  found jsonb,
  -- Until then nobody else asks.
  kept_until timestamptz not null,
  primary key (kind, words)
);
create index address_searches_user on address_searches (user_id, asked_at desc);
create constraint trigger work_is_announced after insert or update of asked_at on address_searches
  deferrable initially deferred for each row execute function announce_work();

-- When each service may be asked again.
create table address_sources (
  source text primary key,
  free_at timestamptz not null
);

alter table addresses enable row level security;
alter table addresses force row level security;
create policy reach on addresses
  using ((select reaches_all()) or cust_id = 0 or cust_id = any ((select reached())::integer[]));

alter table address_lookups enable row level security;
alter table address_lookups force row level security;
create policy reach on address_lookups using ((select reaches_all()) or cust_id = any ((select reached())::integer[]));

alter table address_searches enable row level security;
alter table address_searches force row level security;
create policy reach on address_searches using ((select reaches_all()) or cust_id = any ((select reached())::integer[]));

alter table address_sources enable row level security;
alter table address_sources force row level security;
create policy reach on address_sources using ((select reaches_all()));
