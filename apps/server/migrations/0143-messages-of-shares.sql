-- The message by which an alarm was shared, and what became of it, kept before the outbox forgets it.
alter table alarm_shares
  add column mail_id bigint unique references outbox (mail_id) on delete set null,
  add column sms_id bigint unique references sms_outbox (sms_id) on delete set null,
  add column state text check (state in ('sent', 'delivered', 'failed')),
  add column reason text,
  add column receipt text;
