-- A round that began before receivers had a language and browsers goes on: its receivers are told in Norwegian.
update notification_chains set plan = jsonb_set(plan, '{receivers}', (
    select coalesce(jsonb_agg('{"language": "nb", "hasBrowser": false}' || r order by number), '[]')
    from jsonb_array_elements(plan -> 'receivers') with ordinality as e (r, number)))
  where plan is not null;
