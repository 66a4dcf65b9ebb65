-- The notice about positions was confirmed for this session alone; for good it is a consent of the user.
alter table sessions add column positions_confirmed_at timestamptz;
