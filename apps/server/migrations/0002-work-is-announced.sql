-- Jobs begin with the commit that makes their work (`wokenBy` in jobs/job.ts). Jobs ran through pg-boss before.
drop schema if exists pgboss cascade;

create function announce_work() returns trigger language plpgsql as $$
begin
  if exists (select from made) then perform pg_notify('varde_work', tg_table_name); end if;
  return null;
end $$;

create trigger work_is_announced after insert on notification_chains
  referencing new table as made for each statement execute function announce_work();
create trigger work_is_announced after insert on outbox
  referencing new table as made for each statement execute function announce_work();
create trigger work_is_announced after insert on sms_outbox
  referencing new table as made for each statement execute function announce_work();
create trigger work_is_announced after insert on web_hook_events
  referencing new table as made for each statement execute function announce_work();

-- A step writes when the next one is due, which is no work yet; one that begins anew or comes sooner is.
create function announce_sooner_chains() returns trigger language plpgsql as $$
begin
  if exists (select from made n join former o using (alarm_id)
      where n.state = 'running' and (o.state <> 'running' or n.next_at < o.next_at)) then
    perform pg_notify('varde_work', tg_table_name);
  end if;
  return null;
end $$;
create trigger sooner_work_is_announced after update on notification_chains
  referencing old table as former new table as made for each statement execute function announce_sooner_chains();
