-- Filters of the list whose cost grew with the devices of a customer.
-- Behind a policy an index is used only by comparisons that are known to keep secrets: not by `coalesce`, nor by those of
-- arrays.
drop index devices_last_test;
create index devices_last_test on devices (last_test_at);
create index devices_flagged_customer on devices (cust_id) where flags <> '{}';

-- The channels of a list by which it tells somebody: 'call,email'.
drop index notification_lists_tells_by;
alter table notification_lists alter column tells_by drop default;
alter table notification_lists alter column tells_by type text using array_to_string(tells_by, ',');
alter table notification_lists alter column tells_by set default '';
create index notification_lists_tells_by on notification_lists (tells_by) where devi_id is not null;

drop function list_tells_by;
create function list_tells_by(asked integer) returns text language sql stable as $$
  select coalesce(string_agg(distinct channel, ',' order by channel), '')
  from notification_receivers r cross join unnest(r.channels) channel
  where r.list_id = asked and r.user_id is null and (r.events = '{}' or 'alarm' = any (r.events))
$$;
