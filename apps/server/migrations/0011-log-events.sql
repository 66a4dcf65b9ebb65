-- The messages of a device that the filters of its log can ask for (`routineTypes` of the catalogue are not): they are few.
create index transactions_events on transactions (devi_id, rec_ts desc, tran_id desc)
  where mety_id not in (2, 5, 18, 50, 51) or subtypes is not null;
