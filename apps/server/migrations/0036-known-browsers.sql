-- Signs the cookies by which browsers are recognised that have logged in as this user before. Null until the next login:
-- after a new password, after logging out everywhere, and when the account is closed.
alter table users add column browser_key text;
