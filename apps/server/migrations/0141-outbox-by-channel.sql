-- The outbox of one channel, newest first.
create index sms_outbox_channel on sms_outbox (channel, sms_id);
