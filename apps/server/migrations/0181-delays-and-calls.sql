-- The place that a wearer outside of a fence has not left, with its time: {"lat": …, "lng": …, "accuracy": …, "inloId": …,
-- "at": …, "heardAt": …}, times in Unix milliseconds. Null: the wearer is not outside.
alter table geofences add column still jsonb;
-- The alarm of the fence is told by a call as well.
alter table geofences add column alert_by_call boolean not null default false;
-- Who asked, when the alarm was signalled, that it is told by a call as well. Null: nobody.
alter table alarms add column call_cause text check (call_cause in ('device', 'geofence'));
