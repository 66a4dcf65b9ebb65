-- When the wait for the next step began: a time in the future tells that the clock was set back since, and the step is due.
alter table notification_chains add column waits_since timestamptz not null default now();
update notification_chains set waits_since = least(started_at, next_at);
