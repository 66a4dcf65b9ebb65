-- A list that everybody has been told by begins again after a pause, so often, or (null) until somebody takes the alarm.
alter table notification_lists
  add column repeats smallint check (repeats between 0 and 10),
  add column pause_seconds smallint not null default 300 check (pause_seconds between 60 and 3600);
-- Varde's own test alarms are told once.
update notification_lists set repeats = 0 where cust_id = 0;

-- Between two rounds. `repeated`: rounds that began because nobody had taken the alarm in the one before.
alter table notification_chains
  drop constraint notification_chains_state_check,
  add constraint notification_chains_state_check check (state in ('running', 'pausing', 'ended')),
  add column repeated smallint not null default 0;
drop index notification_chains_due;
create index notification_chains_due on notification_chains (next_at) where state <> 'ended';
update notification_chains set plan = plan || '{"repeats": null, "pauseSeconds": 300}' where plan is not null;
