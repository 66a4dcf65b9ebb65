-- A receiver may be a user of Varde: name, number and address are then those of the account, as they are now.
alter table notification_receivers
  add column user_id integer references users (user_id) on delete cascade,
  alter column name drop not null,
  drop constraint notification_receivers_check1,
  drop constraint notification_receivers_check2,
  drop constraint notification_receivers_call,
  add constraint notification_receivers_who check (case when user_id is null then name is not null
    else name is null and mobile is null and email is null end),
  add constraint notification_receivers_ways check (user_id is not null or
    (mobile is not null or not channels && '{sms,call}') and (email is not null or not 'email' = any (channels)));
create index notification_receivers_user on notification_receivers (user_id) where user_id is not null;

-- The receiver that a message went to, as the list was then, and the account whose access decides whether it may be
-- answered.
alter table notification_attempts
  add column receiver_id integer,
  add column user_id integer references users (user_id) on delete set null;
create index notification_attempts_user on notification_attempts (user_id) where user_id is not null;

-- Of receivers who are no users: whether users may still be told is asked when somebody wants to know.
create or replace function list_tells(asked integer) returns boolean language sql stable as $$
  select exists (select from notification_receivers r
    where r.list_id = asked and r.user_id is null and (r.events = '{}' or 'alarm' = any (r.events)))
$$;
