-- Not strict: PostgreSQL puts the expression in the place of the call only if it says itself that null gives null.
create or replace function place_part(degrees double precision, largest integer) returns integer
  language sql immutable parallel safe as $$
  select case when abs(degrees) <= largest then floor(degrees * 100000 + 0.5)::integer end
$$;

-- Each query asks for the address itself, which PostgreSQL plans with it: a function began a query of its own for each row.
drop function address_of;
