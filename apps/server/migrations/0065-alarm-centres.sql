-- Of alarm centres only: whether alarms go to it, and where a private customer orders its service.
alter table customers
  add column takes_alarms boolean not null default true,
  add column order_url text check (char_length(order_url) between 1 and 500);
create index devices_ahp on devices (ahp_id) where ahp_id is not null;
