-- What the mail server called the mail that it accepted.
alter table outbox add column receipt text;
-- What a provider called the message: it stays with the alarm when the outboxes have forgotten the message.
alter table notification_attempts add column receipt text;
