-- What led to the present round of an alarm's list, and to its next step if not the wait: kept with each step that it tells.
alter table notification_chains
  add column round_cause text not null default 'raised' check (round_cause in
    ('raised', 'signalled', 'released', 'gaveBack', 'reopened', 'centreSilent', 'repeated')),
  add column step_cause text check (step_cause in ('declined', 'unreached'));
