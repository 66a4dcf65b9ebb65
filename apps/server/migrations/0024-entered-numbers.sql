-- When a number that waits to be confirmed was entered, and by whom: one may enter so many in a day. Null: Varde wrote it down
-- without a question, or the account is gone.
alter table confirmed_numbers
  add column entered_at timestamptz,
  add column entered_by integer references users (user_id) on delete set null;
create index confirmed_numbers_entered on confirmed_numbers (entered_by, entered_at) where entered_by is not null;

-- What is there already counts for no day.
update confirmed_numbers set entered_at = 'epoch' where confirmed_at is null;
