-- In which language a receiver is told: of a user that of the account, of others as the list says.
alter table notification_receivers
  add column language text not null default 'nb' check (language in ('nb', 'en'));
-- As the message was, and the answers to it are.
alter table notification_attempts
  add column language text not null default 'nb' check (language in ('nb', 'en'));
alter table notification_tests
  add column language text not null default 'nb' check (language in ('nb', 'en'));
