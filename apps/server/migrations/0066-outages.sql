-- Since when a device has had each of the failures that can hit many at once (`outages.ts` of the catalogue).
alter table devices
  add column power_failed_at timestamptz,
  add column offline_at timestamptz,
  add column connection_lost_at timestamptz;

-- In the database, because jobs, processing and deletion all write flags: none can forget the times.
-- A failure that a device has already keeps the time that is known of it, also none.
create function failed_since(known timestamptz, before text[], now_has text[], failure text[]) returns timestamptz
language sql stable as $$
  select case when now_has && failure then case when before && failure then known else now() end end
$$;
create function devices_failed() returns trigger language plpgsql as $$
declare
  before text[] := case when tg_op = 'UPDATE' then old.flags else '{}' end;
begin
  new.power_failed_at := failed_since(new.power_failed_at, before, new.flags, '{powerFailure}');
  new.offline_at := failed_since(new.offline_at, before, new.flags, '{offline,offlineWarning}');
  new.connection_lost_at := failed_since(new.connection_lost_at, before, new.flags, '{tcpStatusDisabledWarning}');
  return new;
end $$;
create trigger devices_failed_at_first before insert on devices
  for each row when (new.flags <> '{}') execute function devices_failed();
create trigger devices_failed before update of flags on devices
  for each row when (old.flags is distinct from new.flags) execute function devices_failed();

-- Devices that fail at the upgrade have unknown times as long as they fail, and are no outage: one would begin with it.
create index devices_power_failed on devices (power_failed_at) where power_failed_at is not null;
create index devices_offline on devices (offline_at) where offline_at is not null;
create index devices_connection_lost on devices (connection_lost_at) where connection_lost_at is not null;
