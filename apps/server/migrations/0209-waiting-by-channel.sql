-- What waits on one channel is found without what has left by it, or waits on another.
drop index sms_outbox_queued;
create index sms_outbox_queued on sms_outbox (channel, sms_id) where state = 'queued';
-- The planner takes the two for independent, expects thousands of calls where a few wait, and reads all alarms for them.
create statistics sms_outbox_channel_and_state (mcv) on channel, state from sms_outbox;
