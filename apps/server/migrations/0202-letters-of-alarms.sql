-- What tells the alarms of one number apart in answers by SMS; null: an alarm of before, or all letters were in use.
alter table notification_attempts add column letter char(1) check (letter between 'A' and 'Z');
