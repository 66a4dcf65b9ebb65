-- The known access point that a message took its position from; null: none. No reference: what people entered about it may
-- be removed.
alter table transactions add column dekm_id integer;
