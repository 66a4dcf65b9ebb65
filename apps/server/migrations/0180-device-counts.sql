-- How many entries the device list has of each customer: devices that are not deleted, a pair of twins as one. Kept,
-- because counting the devices of a large customer costs more than showing a page of them. Each change is a row of its
-- own, so that nobody waits for anybody: the number is their sum, and the job `device-counts` makes one row of many.
create table device_counts (
  cust_id integer not null references customers (cust_id) on delete cascade,
  entries integer not null
);
create index device_counts_customer on device_counts (cust_id) include (entries);
alter table device_counts enable row level security;
alter table device_counts force row level security;
create policy reach on device_counts using ((select reaches_all()) or cust_id = any ((select reached())::integer[]));

create function is_entry(deleted_at timestamptz, twin text) returns boolean language sql immutable parallel safe as $$
  select deleted_at is null and twin <> 'CLONE'
$$;

create function count_changed_devices() returns trigger language plpgsql as $$
begin
  insert into device_counts (cust_id, entries)
  select d.cust_id, case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed d where is_entry(d.deleted_at, d.twin) group by d.cust_id;
  return null;
end $$;
create trigger devices_added after insert on devices
  referencing new table as changed for each statement execute function count_changed_devices();
create trigger devices_removed after delete on devices
  referencing old table as changed for each statement execute function count_changed_devices();

create function count_changed_device() returns trigger language plpgsql as $$
begin
  insert into device_counts (cust_id, entries)
  select cust_id, sum(change)
  from (values
    (old.cust_id, -is_entry(old.deleted_at, old.twin)::integer),
    (new.cust_id, is_entry(new.deleted_at, new.twin)::integer)) v (cust_id, change)
  group by cust_id having sum(change) <> 0;
  return null;
end $$;
-- No message of a device changes these columns.
create trigger device_counted after update of cust_id, twin, deleted_at on devices
  for each row execute function count_changed_device();

insert into device_counts (cust_id, entries)
  select d.cust_id, count(*) from devices d where is_entry(d.deleted_at, d.twin) group by d.cust_id;
