alter table sms_outbox
  -- Tries after which it is not known whether the provider has taken it.
  add column doubts smallint not null default 0,
  -- Calls that reached nobody: the next one has the number after it.
  add column rings smallint not null default 0;

-- Calls that rang out after somebody had taken the alarm waited for ever.
update sms_outbox s set state = 'failed', reason = 'withdrawn', ended_at = now(), content = null
  from alarms a where a.alarm_id = s.alarm_id and s.channel = 'call' and s.state = 'queued'
    and a.state = 'claimed' and a.handed_over_by is null;
