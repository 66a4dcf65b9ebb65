-- How long a receiver spoke with Varde, where the provider reports it; null: not answered, or not reported.
alter table notification_attempts add column seconds integer check (seconds >= 0);
-- The calls that a device reports of itself (`metyId.call`), for its call log.
create index transactions_calls on transactions (devi_id, rec_ts desc, tran_id desc) where mety_id = 52;
