-- When the newest sample happened that battery, signal and technical flags were taken from: a backlog that arrives
-- after it tells of the past and changes none of them.
alter table devices add column state_time timestamptz;
