-- When somebody took an alarm for the first time: a user, a receiver by a message, or whoever reset it. It stays when the
-- alarm is released or opened again.
alter table alarms add column answered_at timestamptz;

update alarms a set answered_at = coalesce(
  (select min(e.at) from alarm_events e where e.alarm_id = a.alarm_id and e.number in (15, 201, 211)),
  least(a.claimed_at, a.reset_at)
);
