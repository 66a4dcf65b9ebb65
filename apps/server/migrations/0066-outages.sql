-- Since when a device has had each of the failures that can hit many at once (`outages.ts` of the catalogue).
alter table devices
  add column power_failed_at timestamptz,
  add column offline_at timestamptz,
  add column connection_lost_at timestamptz;

-- In the database, because jobs, processing and deletion all write flags: none can forget the times.
create function devices_failed() returns trigger language plpgsql as $$
begin
  new.power_failed_at :=
    case when new.flags && '{powerFailure}' then coalesce(new.power_failed_at, now()) end;
  new.offline_at :=
    case when new.flags && '{offline,offlineWarning}' then coalesce(new.offline_at, now()) end;
  new.connection_lost_at :=
    case when new.flags && '{tcpStatusDisabledWarning}' then coalesce(new.connection_lost_at, now()) end;
  return new;
end $$;
create trigger devices_failed_at_first before insert on devices
  for each row when (new.flags <> '{}') execute function devices_failed();
create trigger devices_failed before update of flags on devices
  for each row when (old.flags is distinct from new.flags) execute function devices_failed();

-- Devices that fail already have unknown times, and are no outage: one would begin with every upgrade.
create index devices_power_failed on devices (power_failed_at) where power_failed_at is not null;
create index devices_offline on devices (offline_at) where offline_at is not null;
create index devices_connection_lost on devices (connection_lost_at) where connection_lost_at is not null;
