-- When a device last proved itself from end to end: an alarm of its present wearer that came in time, and that a person
-- reset as a test. Null: never. A handover clears it, because other people are told afterwards.
alter table devices add column last_test_at timestamptz;

update devices d set last_test_at = (
  select max(a.received_at) from alarms a
  where a.devi_id = d.devi_id and a.state = 'reset' and a.outcome = 'test'
    and a.received_at - a.happened_at <= interval '60 seconds'
    and a.assignment_id = (
      select s.assignment_id from device_assignments s where s.devi_id = d.devi_id and s.ends_at is null
    )
);

-- The filter of devices that must be tested: few, in an installation where the tests are done.
create index devices_last_test on devices (coalesce(last_test_at, '-infinity'::timestamptz));
