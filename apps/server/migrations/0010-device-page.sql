-- What the device's page shows and changes besides settings: what the device is for, which alarm centre gets its alarms,
-- and who approved the training of its wearer.
alter table devices
  add column user_tag text not null default 'NONE'
    check (user_tag in ('GPS', 'MOBILE_ALARM_DEVICE', 'COLLEAGUE_ALERT', 'OTHER', 'NONE')),
  add column ahp_id integer references customers (cust_id) on delete set null,
  add column training_approved_by integer references users (user_id) on delete set null,
  add column training_approved_at timestamptz,
  -- When its wearer's image was put there; null: no image.
  add column user_image_at timestamptz;
create index devices_user_tag on devices (user_tag, status, device_name, devi_id) where user_tag <> 'NONE';
update devices d set ahp_id = (
  select a.default_ahp from customers c join customers a on a.cust_id = any (c.path) and a.default_ahp is not null
  where c.cust_id = d.cust_id order by cardinality(a.path) desc limit 1
);

-- The image of the wearer: of one assignment, so that the next wearer's customer never sees it.
create table device_images (
  assignment_id integer primary key references device_assignments (assignment_id) on delete cascade,
  devi_id integer not null references devices (devi_id) on delete cascade,
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  image bytea not null
);
create index device_images_device on device_images (devi_id);
alter table device_images enable row level security;
alter table device_images force row level security;
create policy reach on device_images
  using ((select reaches_all()) or exists (select from devices d where d.devi_id = device_images.devi_id));
