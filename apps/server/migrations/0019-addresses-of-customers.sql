-- What a service says about a place is kept for each customer that has asked or had a device there: a place that another
-- customer knows already would tell where that one's wearers are. `named`: what the customer itself calls the place.
alter table addresses add column named boolean not null default false;
update addresses set named = true where cust_id <> 0;
alter table addresses drop constraint addresses_pkey;
insert into addresses (lat, lng, cust_id, address, looked_up_at, kept_until, rev)
  select k.lat, k.lng, here.cust_id, k.address, k.looked_up_at, k.kept_until, k.rev
  from addresses k join (
    select cust_id, place_part(pos_lati, 90) as lat, place_part(pos_long, 180) as lng from alarms
    union select cust_id, place_part(pos_lati, 90), place_part(pos_long, 180) from devices
  ) here on here.lat = k.lat and here.lng = k.lng
  where k.cust_id = 0;
delete from addresses where cust_id = 0;
alter table addresses add primary key (lat, lng, cust_id, named);
-- Whose turn it is.
create index addresses_served on addresses (cust_id, looked_up_at desc);
drop policy reach on addresses;
create policy reach on addresses using ((select reaches_all()) or cust_id = any ((select reached())::integer[]));

alter table address_lookups drop constraint address_lookups_pkey;
alter table address_lookups add primary key (lat, lng, cust_id);

alter table address_searches drop constraint address_searches_pkey;
alter table address_searches add primary key (kind, words, cust_id);
create index address_searches_served on address_searches (cust_id, kept_until desc) where found is not null;
