import { hardwareList } from '@varde/catalogue/hardware/index';
import { addConsent } from '@varde/server/domain/accounts/consents';
import { createUser } from '@varde/server/domain/accounts/create-user';
import { createMonth, monthOf } from '@varde/server/domain/transactions/partitions';
import { createJobContext } from '@varde/server/jobs/job-context';
import { transactionPartitions } from '@varde/server/jobs/transaction-partitions';
import { createInProcessBus } from '@varde/server/platform/bus/bus';
import { systemClock } from '@varde/server/platform/clock/clock';
import type { Database } from '@varde/server/platform/database/database';
import { createLog } from '@varde/server/platform/log/log';
import { hashPassword } from '@varde/server/platform/secrets/passwords';

const municipalities = 20;
const homes = 400;
export const password = 'correct horse battery staple';

export interface Login {
  username: string;
  password: string;
}

/** Has access to all customers. */
export const admin: Login = { username: 'admin@bench.example', password };
/** Has access to one municipality in twenty with its homes. */
export const municipalityUser: Login = { username: 'municipality@bench.example', password };

/** The identity of device number 1, 2, … */
export const identityOf = (number: number): string => `86${String(number).padStart(13, '0')}`;
export const identitiesOf = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => identityOf(from + i));
export const serialOf = (number: number): string => `SN${1_000_000 + number}`;
/** The unique prefix of its name. */
export const nameOf = (number: number): string => `Smykke ${number},`;

/** Creates the monthly partitions, as the first start of Varde does; a running server has them. */
export async function makeMonths(db: Database): Promise<void> {
  const bus = createInProcessBus();
  const log = createLog({ level: 'warn' });
  await transactionPartitions.run(createJobContext({ db, bus, clock: systemClock, log }));
}

/** Twenty municipalities with twenty homes each, and two users. */
export async function fillCustomers(db: Database): Promise<void> {
  await db.execute(`
    insert into customers (cust_id, path, kind, firm_name)
    select i, array[i], 'municipality', 'Kommune ' || i from generate_series(1, ${municipalities}) i`);
  await db.execute(`
    insert into customers (cust_id, parent_id, path, kind, firm_name)
    select 100 + i, parent, array[parent, 100 + i], 'home', 'Sykehjem ' || i
    from generate_series(1, ${homes}) i, lateral (select 1 + i % ${municipalities} as parent) p`);
  await fillUser(db, admin, null);
  await fillUser(db, municipalityUser, 1);
}

/** A user who administers a customer with everything below it; null: all customers. Has read the notice about positions. */
export async function fillUser(db: Database, { username, password }: Login, custId: number | null): Promise<void> {
  const now = new Date();
  const userId = await createUser(db, {
    username,
    passwordHash: await hashPassword(password),
    firstName: 'Bench',
    lastName: 'Bruker',
    gdprAcceptedAt: now,
    policies: [{ role: 'SUPERFIRM', custId }],
  });
  if (userId === null) throw new Error(`there is a user ${username} already`);
  const said = { kind: 'positions', state: 'given', saidAt: now, recordedAt: now } as const;
  await addConsent(db, { userId, custId, ...said, recordedBy: userId });
}

/** Hardware of one device in forty; it can scan for wifi. */
export const rareType = hardwareList.find(
  ({ protocol, capabilities }) => protocol === 'eview' && capabilities.wifiScan !== null,
)?.dehaId;

/** A number below `count` for device number `i`, the same in every run; traits are independent of each other. */
const trait = (number: number, count: number) => `mod(abs(hashint8extended(i, ${number})), ${count})`;

/**
 * EV-07B devices with these numbers, distributed over the homes; a few with warnings, a few never in contact. Their
 * positions are recent, so that no job finds anything to change during a measurement.
 */
export async function fillDevices(db: Database, from: number, to: number): Promise<void> {
  const eview = hardwareList.filter(({ protocol }) => protocol === 'eview');
  const common = eview.find(({ capabilities }) => capabilities.wifiScan === null)?.dehaId;
  const hasLowBattery = `${trait(4, 17)} = 0`;
  const isOffline = `${trait(5, 30)} = 0`;
  await db.execute(`
    insert into devices (deha_id, cust_id, device_name, device_serial_number,
      last_msg_in, pos_time, battery, gsm_strength, flags, status, charging, last_test_at)
    select case when ${trait(1, 40)} = 0 then ${rareType} else ${common} end, 101 + (i * 7919::bigint) % ${homes},
      'Smykke ' || i || ', ' ||
        (array['Bjørkelia', 'Solhaug', 'Furumo', 'Åsgård', 'Strandheim', 'Elvebakken', 'Fjellvang', 'Lyngmo'])[1 + ${trait(2, 8)}]
        || ' rom ' || 1 + ${trait(3, 90)},
      'SN' || 1000000 + i,
      case when ${trait(6, 50)} = 0 then null else now() - (i % 86400) * interval '1 second' end,
      now(),
      20 + i % 80, 5 + i % 26,
      case when ${hasLowBattery} then '{batteryWarning}'::text[]
        when ${isOffline} then '{offline,offlineWarning}' else '{}' end,
      (case when ${hasLowBattery} then 'battery' when ${isOffline} then 'offline' else 'clear' end)::device_status,
      ${trait(7, 9)} = 0,
      now() - (case when ${trait(8, 20)} = 0 then 40 else i % 30 end) * interval '1 day'
    from generate_series(${from}, ${to}) i`);
  await db.execute(`insert into device_identities (devi_id, protocol, identity)
    select devi_id, 'eview', '86' || lpad((substr(device_serial_number, 3)::int - 1000000)::text, 13, '0')
    from devices join generate_series(${from}, ${to}) i on device_serial_number = 'SN' || 1000000 + i`);
}

/** Days over which `fillTransactions` spreads them. */
export const filledDays = 90;

/**
 * So many messages of the devices with these numbers, up to now: heartbeats and positions, one in fifty an alarm,
 * one in fifty about the battery.
 */
export async function fillTransactions(db: Database, devices: number, rows: number): Promise<void> {
  for (let ahead = -4; ahead <= 1; ahead++) await createMonth(db, monthOf(new Date(), ahead));
  await db.execute(`
    insert into transactions (tran_id, rec_ts, devi_id, deha_id, cust_id, mety_id, tran_source, device_time,
      pos_type, pos_lati, pos_long, pos_time, num_satellites, hdop, gsm_strength, battery, word)
    select nextval('tran_seq'), at, d.devi_id, d.deha_id, d.cust_id,
      case when ${trait(10, 50)} = 0 then 1 when ${trait(11, 50)} = 0 then 6 when ${trait(12, 2)} = 0 then 2 else 5 end,
      3, at, 0, 62.47 + ${trait(13, 1000)} / 1e5, 6.15, at, 9, 1.2, 20, 80, 'data'
    from generate_series(1, ${rows}) i
    join devices d on d.device_serial_number = 'SN' || 1000001 + i % ${devices},
    lateral (select now() - (${rows} - i) * interval '${filledDays} days' / ${rows} as at) moment`);
}

/** One device in seven is a unit with five sensors. */
export async function fillSensors(db: Database, from: number, to: number): Promise<void> {
  await db.execute(`
    insert into sensors (devi_id, gateway_id, name, saved)
    select d.devi_id, number.of_sensor, (array['Inngangsdør', 'Røykvarsler', 'Bevegelse stue', 'Alarmsmykke', 'Vindu bad'])[n], true
    from generate_series(${from}, ${to}) i
    join devices d on d.device_serial_number = 'SN' || 1000000 + i,
    generate_series(1, 5) n, lateral (select '41' || lpad((i * 10 + n)::text, 8, '0') as of_sensor) number
    where i % 7 = 0`);
}
/** The serial number of the first sensor of device number 7, 14, … */
export const sensorOf = (number: number): string => `41${String(number * 10 + 1).padStart(8, '0')}`;

/** Each municipality tells the alarms of its homes to one receiver, by two channels. */
export async function fillLists(db: Database): Promise<void> {
  await db.execute(`insert into notification_lists (cust_id, changed_at)
    select i, now() from generate_series(1, ${municipalities}) i`);
  await db.execute(`insert into notification_receivers
      (list_id, sort, name, mobile, email, events, channels, wait_seconds)
    select list_id, 0, 'Vakt', '+4790000001', 'vakt@bench.example', '{}', '{sms,email}', 3600 from notification_lists`);
}

/**
 * One device in ten has a list of its own, one in twenty of these tells nobody, and neither does the list of one home in
 * a hundred.
 */
export async function fillOwnLists(db: Database, from: number, to: number): Promise<void> {
  await db.execute(`insert into notification_lists (cust_id, changed_at)
    select 100 + i, now() from generate_series(100, ${homes}, 100) i on conflict do nothing`);
  await db.execute(`with own as (
      insert into notification_lists (assignment_id, devi_id, changed_at)
      select a.assignment_id, a.devi_id, now() from generate_series(${from}, ${to}) i
      join devices d on d.device_serial_number = 'SN' || 1000000 + i
      join device_assignments a on a.devi_id = d.devi_id and a.ends_at is null
      where ${trait(8, 10)} = 0 returning list_id)
    insert into notification_receivers (list_id, sort, name, mobile, events, channels, wait_seconds)
    select list_id, 0, 'Nabo', '+4790000002', '{}', '{sms}', 60 from own where list_id % 20 <> 0`);
}
