-- Nobody on the list has taken the alarm: it goes on with the list above, that of the nearest customer upwards.
alter table notification_lists add column continue_above boolean not null default false;

-- Each receiver of a round knows whose list led to it, and its place there, from 1.
update notification_chains set plan = jsonb_set(plan, '{receivers}', (
    select coalesce(jsonb_agg(r || jsonb_build_object('rule',
      jsonb_build_object('list', plan -> 'source', 'position', number)) order by number), '[]')
    from jsonb_array_elements(plan -> 'receivers') with ordinality as e (r, number)))
  where plan is not null;
