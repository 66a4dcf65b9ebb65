-- How many messages somebody has had lately is asked before each repeated one: a receiver of many alarms has years of them.
create index notification_attempts_recipient_at on notification_attempts (recipient, at);
drop index notification_attempts_recipient;
create index notification_attempts_user_at on notification_attempts (user_id, at) where user_id is not null;
drop index notification_attempts_user;
