-- The provider of an SMS was asked to report its arrival: until it does, the SMS has reached nobody.
alter table sms_outbox add column awaits_report boolean not null default false;
alter table notification_attempts add column awaits_report boolean not null default false;

-- A mail was tried until it was too old, and never left.
alter table outbox add column given_up boolean not null default false;
alter table notification_attempts add column given_up boolean not null default false;
alter table alarm_shares add column given_up boolean not null default false;
