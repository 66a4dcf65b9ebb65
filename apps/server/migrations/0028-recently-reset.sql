-- The alarms that were reset lately: they can be reopened.
create index alarms_reset on alarms (reset_at) where state = 'reset';
