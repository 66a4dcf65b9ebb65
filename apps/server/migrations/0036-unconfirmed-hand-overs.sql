-- The job that opens them for everybody looks every few seconds.
create index alarms_unconfirmed on alarms (claimed_at) where handed_over_by is not null;
