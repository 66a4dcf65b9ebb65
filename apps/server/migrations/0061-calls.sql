-- A call leaves as an SMS does: queued, taken by a provider, answered or not. Only alarms and tests of lists call.
alter table sms_outbox add column channel text not null default 'sms' check (channel in ('sms', 'call'));
alter table sms_outbox add constraint sms_outbox_call check (channel = 'sms' or command_id is null);
alter table notification_receivers add constraint notification_receivers_call
  check (mobile is not null or not 'call' = any (channels));
alter table notification_attempts drop constraint notification_attempts_channel_check;
alter table notification_attempts add constraint notification_attempts_channel_check
  check (channel in ('sms', 'email', 'call'));
alter table notification_tests drop constraint notification_tests_channel_check;
alter table notification_tests add constraint notification_tests_channel_check
  check (channel in ('sms', 'email', 'call'));
