-- A receiver answers by the link in the message: has the alarm, or cannot. Of the link only a hash is kept.
alter table notification_attempts
  add column token_hash text unique,
  add column answer text check (answer in ('taken', 'declined')),
  add column answered_at timestamptz,
  add constraint answered check ((answer is null) = (answered_at is null));

-- The message whose receiver has the alarm, and then not a user.
alter table alarms
  add column claimed_attempt bigint references notification_attempts (attempt_id) on delete set null,
  add constraint alarms_claimed_once check (claimed_attempt is null or claimed_by is null);
create index alarms_claimed_attempt on alarms (claimed_attempt) where claimed_attempt is not null;
