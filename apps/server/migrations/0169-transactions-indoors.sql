-- The indoor location that the access points of a message showed, when it was received; null: none. No reference: a
-- location may be deleted, and what it was called then stays in `detail.place`.
alter table transactions add column inlo_id integer;
