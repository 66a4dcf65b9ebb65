-- The authenticator app's secret, base32; null: the password alone logs in.
alter table users add column two_factor_secret text;
alter table users add column two_factor_since timestamptz;
-- A secret that is shown and not yet confirmed by a code.
alter table users add column two_factor_pending text;
-- The time step of the last code that was used: each logs in once.
alter table users add column two_factor_last_step bigint;

-- Codes for whoever has lost the app; a used one is deleted.
create table recovery_codes (
  user_id integer not null references users (user_id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);
