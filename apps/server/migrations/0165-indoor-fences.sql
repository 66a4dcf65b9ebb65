-- A fence of indoor locations has no radius and no vertices. No reference: one that is deleted leaves the others.
alter table geofences drop constraint geofences_kind_check;
alter table geofences add constraint geofences_kind_check check (kind in ('circle', 'polygon', 'indoor'));
alter table geofences add column inlo_ids integer[] not null default '{}';
