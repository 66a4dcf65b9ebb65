-- Why the timeline shows what it shows: the rule of the list as it was, and who was passed over. Names people, with
-- addresses by which they are erased.
alter table notification_attempts add column why jsonb;
alter table alarm_events add column why jsonb;

-- As before, of an event that is kept personal data can be removed and nothing changed.
drop trigger alarm_events_fixed on alarm_events;
create trigger alarm_events_fixed before update on alarm_events for each row
  when (to_jsonb(new) - '{party,receipt,why}'::text[] is distinct from to_jsonb(old) - '{party,receipt,why}'::text[]
    or new.party is not null or new.receipt is not null or new.why is not null)
  execute function alarm_event_refuse();

-- A round keeps everybody on its list, and asks at each step whether a receiver is told.
update notification_chains set plan = jsonb_set(plan, '{receivers}', (
    select coalesce(jsonb_agg('{"events": [], "hours": null, "skipped": null}'::jsonb || r order by number), '[]')
    from jsonb_array_elements(plan -> 'receivers') with ordinality as e (r, number)))
  where plan is not null;
