-- The last picture that somebody asked the camera of a sensor for. It shows a home: it is deleted after half an hour,
-- when another one is asked for, and with its sensor.
create table sensor_images (
  dese_id integer primary key references sensors (dese_id) on delete cascade,
  devi_id integer not null references devices (devi_id) on delete cascade,
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  image bytea not null check (octet_length(image) <= 45000),
  received_at timestamptz not null
);
create index sensor_images_device on sensor_images (devi_id);
create index sensor_images_received on sensor_images (received_at);

alter table sensor_images enable row level security;
alter table sensor_images force row level security;
create policy reach on sensor_images
  using ((select reaches_all()) or exists (select from devices d where d.devi_id = sensor_images.devi_id));
