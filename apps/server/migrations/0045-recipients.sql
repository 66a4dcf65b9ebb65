-- The erasure of a user finds the alarms that were shared with it.
create index alarm_events_party on alarm_events (party) where party is not null;
create index sms_outbox_recipient on sms_outbox (recipient) where alarm_id is not null;
