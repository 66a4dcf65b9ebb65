-- Where a customer is, and the alarm centre that a registration asks for, as the specification numbers both: country 1
-- is Norway, alarm centre 1 the installation's first.
alter table customers add column country_id smallint not null default 1;
alter table registrations add column country_id smallint not null default 1;
alter table registrations add column ahp_id smallint not null default 1;
