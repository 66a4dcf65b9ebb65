import { warningFlags } from '@varde/catalogue/warning-flags';
import type { LiveEvent } from '@varde/contract/events';
import { createAlarm, createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commands } from '#domain/commands/tables.ts';
import { devices, malformedFrames, unknownDevices } from '#domain/devices/tables.ts';
import { beginAssignment } from '#domain/life/begin-assignment.ts';
import { deviceSettings } from '#domain/settings/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import { type OpenDatabase, queryRows } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { commandRetries } from './command-retries.ts';
import { embeddedCheckpoint } from './embedded-checkpoint.ts';
import { embeddedUpkeep } from './embedded-upkeep.ts';
import { dayMs, defaultRetention, type Job, type JobContext } from './job.ts';
import { createJobContext } from './job-context.ts';
import { logRetention } from './log-retention.ts';
import { offlineCheck } from './offline-check.ts';
import { outdatedPositionCheck } from './outdated-position-check.ts';
import { malformedLimit, retention } from './retention.ts';
import { transactionPartitions } from './transaction-partitions.ts';

let opened: OpenDatabase;
let clock: ManualClock;
let device: TestDevice;
let custId: number;
let events: LiveEvent[];
let woken: number[];
let context: JobContext;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  clock = createManualClock();
  custId = await createCustomer(opened.db);
  device = await createDevice(opened.db, { custId }); // heartbeat every 5 minutes
  events = [];
  woken = [];
  const bus = createInProcessBus();
  bus.onEvents((published) => events.push(...published));
  bus.onCommandsChanged((deviId) => woken.push(deviId));
  context = createJobContext({ db: opened.db, bus, clock, log: createLog({ level: 'silent' }) });
});

const minute = 60_000;
const ago = (ms: number) => new Date(clock.now() - ms);

function run(job: Job, listeningSince = 0): Promise<void> {
  const steady = { read: () => ({ now: clock.now(), since: listeningSince, setAt: null }) };
  return job.run({ ...context, steady });
}
const theDevice = async () => (await opened.db.select().from(devices))[0];
const heardAt = (lastMsgIn: Date | null) => opened.db.update(devices).set({ lastMsgIn });

describe('a job that two processes run at once', () => {
  test('declares a device offline once', async () => {
    await createDevice(opened.db, { custId });
    await heardAt(ago(15 * minute + 1));
    await Promise.all([run(offlineCheck), run(offlineCheck)]);
    expect(await opened.db.$count(transactions, eq(transactions.metyId, 7))).toBe(2);
    expect(events.filter(({ type }) => type === 'device')).toHaveLength(2);
  });

  test('sends a command again once', async () => {
    const command = { kind: 'readSettings' };
    const sent = { state: 'sent', tries: 1, sentAt: ago(30_001), createdAt: ago(minute) } as const;
    await opened.db.insert(commands).values({ deviId: device.deviId, command, ...sent });
    await Promise.all([run(commandRetries), run(commandRetries)]);
    expect(await opened.db.select().from(commands)).toMatchObject([{ state: 'pending', tries: 1 }]);
    expect(woken).toEqual([device.deviId]);
  });
});

describe('a silent device', () => {
  test('is offline after two heartbeat intervals and five minutes, is logged, and is published to consoles', async () => {
    await heardAt(ago(15 * minute));
    await run(offlineCheck);
    expect(await theDevice()).toMatchObject({ flags: [], status: 'clear' });
    clock.advance(1);
    await run(offlineCheck);
    expect(await theDevice()).toMatchObject({ flags: ['offlineWarning', 'offline'], status: 'offline' });
    expect(await opened.db.select().from(transactions)).toMatchObject([
      { metyId: 7, direction: 'S', tranSource: 4, recTs: new Date(clock.now()) },
    ]);
    expect(events).toMatchObject([
      { type: 'device', custId, device: { deviId: device.deviId, status: 'offline', offlineWarning: true } },
      { type: 'transactions', transactions: [{ metyId: 7 }] },
    ]);
  });

  test('keeps its alarm and every other flag, and another device with recent contact is unchanged', async () => {
    const flags = ['alarmWarning', 'batteryWarning', 'generalWarning'];
    const other = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
    await opened.db.update(devices).set({ flags, status: 'alarm', lastMsgIn: ago(dayMs) });
    await opened.db
      .update(devices)
      .set({ lastMsgIn: ago(0) })
      .where(eq(devices.deviId, other.deviId));
    await run(offlineCheck);
    expect(await opened.db.select().from(devices).orderBy(devices.deviId)).toMatchObject([
      {
        status: 'alarm',
        flags: warningFlags.filter((flag) => [...flags, 'offlineWarning', 'offline'].includes(flag)),
      },
      { deviId: other.deviId, status: 'alarm', flags },
    ]);
    expect(events).toMatchObject([
      { deviId: device.deviId, custId },
      { deviId: device.deviId, custId },
    ]);
  });

  test('is declared offline at the same check as 200 others', async () => {
    await opened.db.execute(sql`insert into devices (deha_id, cust_id, device_name, device_serial_number)
      select deha_id, cust_id, 'Device ' || i, 'SN' || i
      from devices, generate_series(1, 200) i`);
    await heardAt(ago(dayMs));
    await run(offlineCheck);
    expect((await opened.db.select().from(devices)).filter(({ status }) => status === 'offline')).toHaveLength(201);
    expect(await opened.db.select().from(transactions)).toHaveLength(201);
    expect(events.filter(({ type }) => type === 'device')).toHaveLength(201);
  });

  test('is declared offline once', async () => {
    await heardAt(ago(dayMs));
    await run(offlineCheck);
    await run(offlineCheck);
    expect(await opened.db.select().from(transactions)).toHaveLength(1);
  });

  test('gets the time of the interval that it reported itself', async () => {
    const key = 'heartbeatInterval';
    await opened.db.insert(deviceSettings).values({ deviId: device.deviId, key, reported: 60 });
    await heardAt(ago(125 * minute));
    await run(offlineCheck);
    expect(await theDevice()).toMatchObject({ flags: [] });
    clock.advance(1);
    await run(offlineCheck);
    expect(await theDevice()).toMatchObject({ status: 'offline' });
  });

  test('that has turned its heartbeat off, or was never in contact, is not declared offline', async () => {
    await heardAt(null);
    await run(offlineCheck);
    await heardAt(ago(30 * dayMs));
    const off = { deviId: device.deviId, key: 'heartbeatInterval', reported: 0 };
    await opened.db.insert(deviceSettings).values(off);
    await run(offlineCheck);
    expect(await theDevice()).toMatchObject({ flags: [] });
  });

  test('does not count time in which the server did not listen', async () => {
    await heardAt(ago(dayMs));
    const started = clock.now();
    clock.advance(15 * minute);
    await run(offlineCheck, started);
    expect(await theDevice()).toMatchObject({ flags: [] });
    clock.advance(1);
    await run(offlineCheck, started);
    expect(await theDevice()).toMatchObject({ status: 'offline' });
  });

  test('is found among more devices than one transaction takes', async () => {
    await opened.db.execute(sql`insert into devices
        (deha_id, cust_id, device_name, device_serial_number, last_msg_in)
      select 23, ${custId}::int, 'd' || g, 's' || g, ${ago(dayMs).toISOString()}::timestamptz
      from generate_series(1, 450) g`);
    await run(offlineCheck);
    expect(await opened.db.select().from(transactions)).toHaveLength(450);
  });
});

describe('a position', () => {
  test('is outdated after 24 hours, on hardware with positioning', async () => {
    await createDevice(opened.db, { custId, dehaId: 20 });
    await opened.db.update(devices).set({ posTime: ago(dayMs + 1), lastMsgIn: ago(1) });
    await run(outdatedPositionCheck);
    const flags = (await opened.db.select().from(devices).orderBy(devices.deviId)).map((row) => row.flags);
    expect(flags).toEqual([['outdatedPositionWarning'], []]);
  });

  test('that was never sent is outdated, but not before the device has been in contact at all', async () => {
    const silent = await createDevice(opened.db, { custId });
    await opened.db.update(devices).set({ posTime: null, lastMsgIn: ago(1) });
    await opened.db.update(devices).set({ lastMsgIn: null }).where(eq(devices.deviId, silent.deviId));
    await run(outdatedPositionCheck);
    const rows = await opened.db.select().from(devices).orderBy(devices.deviId);
    expect(rows.map(({ status }) => status)).toEqual(['outdatedPosition', 'clear']);
  });

  test('is not outdated while positioning is off', async () => {
    const other = await createDevice(opened.db, { custId });
    await opened.db.update(devices).set({ posTime: ago(10 * dayMs), lastMsgIn: ago(1) });
    await opened.db.insert(deviceSettings).values([
      { deviId: device.deviId, key: 'disablePositioning', desired: true },
      { deviId: other.deviId, key: 'disablePositioning', desired: false },
    ]);
    await run(outdatedPositionCheck);
    const rows = await opened.db.select().from(devices).orderBy(devices.deviId);
    expect(rows.map(({ flags }) => flags)).toEqual([[], ['outdatedPositionWarning']]);
  });
});

describe('retention', () => {
  const tables = async () =>
    (
      await queryRows<{ name: string }>(
        opened.db,
        sql`select tableoid::regclass::text as name from transactions order by rec_ts`,
      )
    ).map(({ name }) => name);
  const transaction = (tranId: number, recTs: Date) =>
    opened.db.insert(transactions).values({ ...device, tranId, recTs, dehaId: 23, custId, metyId: 2, tranSource: 3 });

  test('transactions are in the partition of their month, also those received before it was created', async () => {
    await transaction(1, new Date(clock.now()));
    expect(await tables()).toEqual(['transactions_default']);
    await run(transactionPartitions);
    await transaction(2, new Date(clock.now() + 31 * dayMs));
    expect(await tables()).toEqual(['transactions_2026_01', 'transactions_2026_02']);
    await run(transactionPartitions);
    expect(await tables()).toHaveLength(2);
  });

  test('a month is kept until its last day is past the default retention, and dropped then', async () => {
    const named = (name: string) =>
      queryRows(opened.db, sql`select from pg_class where relname = ${name} and relkind = 'r'`);
    const lastKept = Date.UTC(2026, 1, 1) + defaultRetention.transactionDays * dayMs - 1;
    await run(transactionPartitions);
    await transaction(1, new Date(Date.UTC(2026, 0, 31)));
    await transaction(2, new Date(Date.UTC(2026, 1, 1)));
    clock.advance(lastKept - clock.now());
    await run(transactionPartitions);
    expect(await tables()).toEqual(['transactions_2026_01', 'transactions_2026_02']);
    clock.advance(1);
    await run(transactionPartitions);
    expect(await tables()).toEqual(['transactions_2026_02']);
    expect(await named('transactions_2026_01')).toEqual([]);
  });

  test('months past their retention are dropped whole, and older rows outside any month too', async () => {
    await run(transactionPartitions);
    await transaction(1, new Date(clock.now()));
    await transaction(2, ago(40 * dayMs));
    clock.advance(400 * dayMs);
    await transaction(3, new Date(clock.now()));
    await run(transactionPartitions);
    expect(await tables()).toEqual(['transactions_2027_02']);
  });

  test('readings and steps are kept as long as the transactions that they came from', async () => {
    const { transactionDays } = defaultRetention;
    const day = (ms: number) => ago(ms).toISOString();
    for (const [ms, beats] of [
      [transactionDays * dayMs, 71],
      [transactionDays * dayMs + 1, 72],
    ] as const)
      await opened.db.execute(sql`insert into health_readings (assignment_id, log_date, heart_rate)
        select assignment_id, ${day(ms)}::timestamptz, ${beats}::int from device_assignments`);
    for (const days of [transactionDays, transactionDays + 1])
      await opened.db.execute(sql`insert into step_days (assignment_id, date, steps, counts)
        select assignment_id, ${day(days * dayMs).slice(0, 10)}::date, ${days}::int, '[]' from device_assignments`);
    await run(retention);
    expect(await queryRows(opened.db, sql`select heart_rate as beats from health_readings`)).toEqual([{ beats: 71 }]);
    expect(await queryRows(opened.db, sql`select steps from step_days`)).toEqual([{ steps: transactionDays }]);
  });

  test('the log of a device is kept for as long as its page of logs says, but while it has an open alarm, and that of another as always', async () => {
    const other = await createDevice(opened.db, { custId });
    const log = (tranId: number, recTs: Date, deviId = device.deviId) =>
      opened.db.insert(transactions).values({ deviId, tranId, recTs, dehaId: 23, custId, metyId: 2, tranSource: 3 });
    await log(1, ago(30 * dayMs - 1));
    await log(2, ago(30 * dayMs + 1));
    await log(3, ago(300 * dayMs));
    await log(4, ago(300 * dayMs), other.deviId);
    const keptFor = (days: unknown) => {
      const desired = sql`${JSON.stringify(days)}::jsonb`;
      return opened.db
        .insert(deviceSettings)
        .values({ deviId: device.deviId, key: 'logKeptDays', desired })
        .onConflictDoUpdate({ target: [deviceSettings.deviId, deviceSettings.key], set: { desired } });
    };
    const kept = async () => {
      await run(logRetention);
      const rows = await opened.db.select().from(transactions).orderBy(transactions.tranId);
      return rows.map(({ tranId }) => tranId);
    };
    for (const all of [0, null, 'en uke', -1]) {
      await keptFor(all);
      expect(await kept(), JSON.stringify(all)).toEqual([1, 2, 3, 4]);
    }
    await keptFor(30);
    const alarmId = await createAlarm(opened.db, { deviId: device.deviId, custId });
    expect(await kept(), 'while it has an open alarm').toEqual([1, 2, 3, 4]);
    await opened.db.execute(sql`update alarms set state = 'reset' where alarm_id = ${alarmId}`);
    expect(await kept()).toEqual([1, 4]);
  });

  test('the log of a former wearer is not shortened by the setting of the present one', async () => {
    await opened.db
      .insert(transactions)
      .values([
        { deviId: device.deviId, tranId: 1, recTs: ago(40 * dayMs), dehaId: 23, custId, metyId: 2, tranSource: 3 },
      ]);
    await beginAssignment(opened.db, { deviId: device.deviId, custId, at: ago(35 * dayMs) });
    await opened.db.insert(deviceSettings).values({ deviId: device.deviId, key: 'logKeptDays', desired: 7 });
    await run(logRetention);
    expect(await opened.db.select().from(transactions)).toHaveLength(1);
  });

  /** Old messages of a device with a log that is kept for a week. */
  const oldLog = async (deviId: number, count: number) => {
    await opened.db.insert(deviceSettings).values({ deviId, key: 'logKeptDays', desired: 7 });
    await opened.db.execute(sql`insert into transactions (tran_id, rec_ts, devi_id, deha_id, cust_id, mety_id, tran_source)
      select ${deviId}::int * 10000 + i, ${ago(8 * dayMs).toISOString()}::timestamptz - i * interval '1 second', ${deviId}::int, 23, ${custId}::int, 2, 3
        from generate_series(1, ${count}::int) i`);
  };
  /** Something happens in the database; `where` is the end of the statement that makes the trigger. */
  const whenRowsGo = async (body: string, where: string, work: () => Promise<void>) => {
    await opened.db.execute(
      sql.raw(`create function meanwhile() returns trigger language plpgsql as $$ begin ${body} end $$`),
    );
    await opened.db.execute(sql.raw(`create trigger meanwhile ${where} execute function meanwhile()`));
    try {
      await work();
    } finally {
      await opened.db.execute(sql`drop function meanwhile cascade`);
    }
  };

  test('a long log is deleted some rows at a time, and no more of it once its device has an open alarm', async () => {
    await oldLog(device.deviId, 2500);
    const alarmId = await createAlarm(opened.db, { deviId: device.deviId, custId });
    await opened.db.execute(sql`update alarms set state = 'reset' where alarm_id = ${alarmId}`);
    await whenRowsGo(
      `update alarms set state = 'open' where alarm_id = ${alarmId}; return null;`,
      'after delete on transactions for each statement',
      () => run(logRetention),
    );
    expect(await opened.db.$count(transactions)).toBe(1500);
    await opened.db.execute(sql`update alarms set state = 'reset' where alarm_id = ${alarmId}`);
    await run(logRetention);
    expect(await opened.db.$count(transactions)).toBe(0);
  });

  test('a log whose rows cannot be deleted keeps no other one from its turn', async () => {
    const other = await createDevice(opened.db, { custId });
    await oldLog(device.deviId, 1);
    await oldLog(other.deviId, 1);
    await whenRowsGo(
      `raise 'in the way';`,
      `before delete on transactions for each row when (old.devi_id = ${device.deviId})`,
      () => expect(run(logRetention)).rejects.toThrow('old logs could not be deleted'),
    );
    const rows = await opened.db.select().from(transactions);
    expect(rows.map(({ deviId }) => deviId)).toEqual([device.deviId]);
  });

  test('a stored message is recognised for a month, one without a time for a day', async () => {
    const add = (key: string, at: Date) =>
      opened.db.execute(
        sql`insert into retry_keys values (${device.deviId}, ${key}, ${at.toISOString()}::timestamptz)`,
      );
    await add('t-new', ago(29 * dayMs));
    await add('t-old', ago(31 * dayMs));
    await add('u-new', ago(dayMs - 1));
    await add('u-old', ago(dayMs + 1));
    await run(retention);
    const kept = await queryRows(opened.db, sql`select retry_key from retry_keys order by retry_key`);
    expect(kept).toEqual([{ retry_key: 't-new' }, { retry_key: 'u-new' }]);
  });

  test('a table whose rows cannot be deleted keeps no other one from its turn', async () => {
    await opened.db.execute(sql`insert into retry_keys
      values (${device.deviId}, 'u-old', ${ago(dayMs + 1).toISOString()}::timestamptz)`);
    await opened.db.execute(sql`create function in_the_way() returns trigger language plpgsql
      as $$ begin raise 'in the way'; end $$`);
    await opened.db.execute(
      sql`create trigger in_the_way before delete on health_readings execute function in_the_way()`,
    );
    try {
      await expect(run(retention)).rejects.toThrow('old rows could not be deleted');
    } finally {
      await opened.db.execute(sql`drop function in_the_way cascade`);
    }
    expect(await queryRows(opened.db, sql`select from retry_keys`)).toEqual([]);
  });

  test('an unregistered device is listed until 90 days after its last message', async () => {
    const row = { protocol: 'eview', count: 1, lastAddress: '', lastWord: '', lastRaw: new Uint8Array() };
    const calledAt = (identity: string, lastSeen: Date) => ({
      ...row,
      identity,
      firstSeen: ago(1e10),
      lastSeen,
    });
    await opened.db
      .insert(unknownDevices)
      .values([calledAt('kept', ago(90 * dayMs - 1)), calledAt('gone', ago(90 * dayMs + 1))]);
    await run(retention);
    const left = await opened.db.select().from(unknownDevices);
    expect(left.map(({ identity }) => identity)).toEqual(['kept']);
  });

  test('unreadable frames cannot fill the database', async () => {
    await opened.db.execute(sql`insert into malformed_frames
        (protocol, remote_address, received_at, reason, raw)
      select 'eview', '', ${ago(0).toISOString()}::timestamptz, 'crc', '' from generate_series(1, 12345) g`);
    await run(malformedLimit);
    expect(await opened.db.$count(malformedFrames)).toBe(10_000);
  });
});

describe('the embedded database', () => {
  const changedDevices = async () => {
    await opened.db.execute(sql`insert into devices
        (deha_id, cust_id, device_name, device_serial_number)
      select 23, ${custId}::int, 'd' || g, 's' || g from generate_series(1, 200) g`);
    await opened.db.execute(sql`update devices set battery = 50`);
    await opened.db.execute(sql`select pg_stat_force_next_flush()`);
    return statisticsOf();
  };
  const statisticsOf = async () => {
    const [row] = await queryRows<{ dead: number; analysed: boolean }>(
      opened.db,
      sql`select n_dead_tup::int as dead, exists (select from pg_stats where tablename = 'devices') as analysed
        from pg_stat_user_tables where relname = 'devices'`,
    );
    return row;
  };

  test('gets the statistics and vacuuming that PostgreSQL does by itself', async (context) => {
    context.skip(opened.engine !== 'pglite', 'PostgreSQL has its autovacuum');
    expect(await changedDevices()).toMatchObject({ dead: expect.any(Number), analysed: false });
    await run(embeddedUpkeep);
    expect(await statisticsOf()).toEqual({ dead: 0, analysed: true });
  });

  test('does not keep its log for ever', async (context) => {
    context.skip(opened.engine !== 'pglite', 'PostgreSQL has its checkpointer');
    const megabytesNeeded = async () => {
      const statement = sql`select (pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) / 1048576)::float8 as megabytes
        from pg_control_checkpoint()`;
      return (await queryRows<{ megabytes: number }>(opened.db, statement))[0]?.megabytes ?? 0;
    };
    const write = (rows: number) =>
      opened.db.execute(sql`insert into malformed_frames (protocol, remote_address, received_at, reason, raw)
        select 'eview', repeat(md5(g::text), 60), now(), 'crc', '' from generate_series(1, ${rows}::int) g`);
    await opened.db.execute(sql`checkpoint`);
    await write(5000);
    const little = await megabytesNeeded();
    await run(embeddedCheckpoint);
    expect(await megabytesNeeded()).toBeGreaterThanOrEqual(little); // not worth its while
    while ((await megabytesNeeded()) < 64) await write(10_000);
    await run(embeddedCheckpoint);
    expect(await megabytesNeeded()).toBeLessThan(1);
  });
});
