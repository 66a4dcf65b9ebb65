-- What a receiver wrote or pressed that is no answer, in one line; empty: a message without text. Names people.
alter table alarm_events add column words text;

-- As before, of an event that is kept personal data can be removed and nothing changed.
drop trigger alarm_events_fixed on alarm_events;
create trigger alarm_events_fixed before update on alarm_events for each row
  when (to_jsonb(new) - '{party,receipt,why,words}'::text[]
      is distinct from to_jsonb(old) - '{party,receipt,why,words}'::text[]
    or new.party is not null or new.receipt is not null or new.why is not null or new.words is not null)
  execute function alarm_event_refuse();
