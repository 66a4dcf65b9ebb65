-- Null until whoever has the address has shown it; nobody logs in before. Accounts that exist are taken as shown.
alter table users add column email_validated_at timestamptz default now();
-- When the user accepted how personal data is used; null: is asked after the next login.
alter table users add column gdpr_accepted_at timestamptz;

-- Links that were sent by mail. Only the hash of the token is kept: who reads the database cannot use them.
create table account_tokens (
  token_hash text primary key,
  user_id integer not null references users (user_id) on delete cascade,
  purpose text not null check (purpose in ('resetPassword', 'validateEmail')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index account_tokens_user on account_tokens (user_id);
create index account_tokens_age on account_tokens (expires_at);
