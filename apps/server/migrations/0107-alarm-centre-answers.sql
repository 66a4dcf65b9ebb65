-- An alarm centre that was told of an alarm has this long to take it, longer each time that it is told again.
alter table customers add column answer_seconds smallint not null default 120 check (answer_seconds between 30 and 900);
-- When the alarm centre must have taken the alarm; null: nobody waits for it.
alter table alarms add column centre_due_at timestamptz;
create index alarms_centre_due on alarms (centre_due_at) where centre_due_at is not null;
