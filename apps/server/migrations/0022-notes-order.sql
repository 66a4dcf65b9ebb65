-- The device list with the latest note first.
create index devices_note on devices (coalesce(note_added_at, '-infinity'::timestamptz), devi_id);
