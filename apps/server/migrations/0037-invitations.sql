-- Somebody has been invited and has not chosen a password yet. Until then the row is no account: nobody logs in with it,
-- and it keeps its username from nobody. After this moment it is forgotten. Null: an account.
alter table users add column invited_until timestamptz;
-- Null as well for accounts that were made on the machine or by registration.
alter table users add column invited_by integer references users (user_id);
-- Null while the mail with the invitation has yet to be written.
alter table users add column invitation_mailed_at timestamptz;
alter table users drop constraint users_username_key;
create unique index users_username on users (username) where invited_until is null;
create index users_invitations on users (username, invited_until) where invited_until is not null;
-- How many somebody has invited lately.
create index users_invited_by on users (invited_by, created_at) where invited_by is not null;
