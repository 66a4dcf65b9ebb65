-- What a provider reports of an SMS that it has accepted. The token is part of the address to which it reports, and known
-- to the provider alone: it can say no more than whether this SMS arrived.
alter table sms_outbox add column report_token uuid not null unique default gen_random_uuid();
alter table sms_outbox drop constraint sms_outbox_state_check;
alter table sms_outbox add constraint sms_outbox_state_check
  check (state in ('queued', 'sent', 'delivered', 'failed'));
alter table notification_attempts drop constraint notification_attempts_state_check;
alter table notification_attempts add constraint notification_attempts_state_check
  check (state in ('queued', 'sent', 'delivered', 'failed'));
