-- The number of a customer in the national integration.
alter table customers add column national_uuid uuid;
create unique index customers_national_uuid on customers (national_uuid);
