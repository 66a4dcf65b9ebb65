-- The latest change of a fence, and the user who made it (null: Varde itself): who edits an older state is told of it.
alter table geofences add column rev bigint not null default nextval('rev_seq'),
  add column changed_by integer references users (user_id);
alter table customer_geofences add column rev bigint not null default nextval('rev_seq'),
  add column changed_by integer references users (user_id);
