-- How soon alarm centres answer, by when an alarm came to one.
create index alarms_escalated on alarms (escalated_at) where escalated_at is not null;
