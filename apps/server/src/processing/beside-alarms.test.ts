import { createHash } from 'node:crypto';
import type { AccessPoint } from '@varde/catalogue/report';
import type { Uplink, UplinkVerdict } from '@varde/contract/events';
import { carries } from '@varde/protocols/index';
import { createCustomer, createDevice, speaksHttp, type TestDevice } from '@varde/testing/factories';
import { createGeofence, fenceCentre } from '@varde/testing/geofences';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { queueCommand } from '#domain/commands/commands.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { putIndoorLocation } from '#domain/devices/indoor-locations.ts';
import { devices } from '#domain/devices/tables.ts';
import { geofences } from '#domain/geofences/tables.ts';
import { healthReadings, stepDays } from '#domain/measurements/tables.ts';
import { sensors } from '#domain/sensors/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { BatchProcessor } from './batch-processor.ts';
import { besideAlarms } from './beside-alarms.ts';
import { loadOf } from './next-batch.ts';

let opened: OpenDatabase;
let clock: ManualClock;
let watch: TestDevice;
let other: TestDevice;
let unit: TestDevice;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { db } = opened;
  await clearTables(db);
  clock = createManualClock();
  const custId = await createCustomer(db);
  watch = await createDevice(db, { custId, dehaId: 34 });
  other = await createDevice(db, { custId, dehaId: 34 });
  unit = await speaksHttp(db, await createDevice(db, { custId, dehaId: 26 }));
  const { deviId } = watch;
  const boundTo = { deviId, assignmentId: await presentAssignmentId(db, deviId) };
  const point = {
    type: 'W',
    macAddress: router,
    name: '',
    scannedTime: null,
    signalStrength: -50,
    add: false,
  } as const;
  await putIndoorLocation(db, null, {
    custId: null,
    boundTo,
    name: 'Stua',
    lat: 59,
    lng: 10,
    address: '',
    points: [point],
  });
  await createGeofence(db, watch.deviId);
});

const router = '02:ad:24:49:ea:60';
const accessPoints: AccessPoint[] = [{ type: 'W', macAddress: router, signalStrength: -50 }];
const position = { ...fenceCentre, source: 'gps' as const, accuracy: 5 };
const measured = { health: { heartRate: 61 }, steps: 120, position, accessPoints };

interface Outcome {
  verdicts: (UplinkVerdict | string)[];
  /** What was logged as an error: the text, and the message of the error. */
  logged: [text: string | undefined, what: string][];
  commits: number;
  events: string[];
}

/** Processes these uplinks as one batch, as the product does. */
async function processed(...uplinks: readonly Uplink[]): Promise<Outcome> {
  const { db } = opened;
  const bus = createInProcessBus();
  const events: string[] = [];
  bus.onEvents((published) => events.push(...published.map(({ type }) => type)));
  const log = createLog({ level: 'silent' });
  const errors = vi.spyOn(log, 'error');
  const commits = vi.spyOn(db, 'transaction');
  const verdicts: Outcome['verdicts'] = [];
  const waiting = uplinks.map((uplink, index) => ({
    ...{ uplink, load: loadOf(uplink), since: 0 },
    resolve(verdict: UplinkVerdict) {
      verdicts[index] = verdict;
    },
    reject(error: unknown) {
      verdicts[index] = String(error);
    },
  }));
  await new BatchProcessor({ db, bus, clock, log, carries }).process(waiting, new Set());
  const logged = errors.mock.calls.map(([fault, text]): Outcome['logged'][number] => [
    text,
    (fault as { err: Error }).err.message,
  ]);
  const outcome = { verdicts, logged, commits: commits.mock.calls.length, events };
  commits.mockRestore();
  return outcome;
}

const now = () => clock.now();
const byHttp = () => ({
  ...{ protocol: 'http', connectionId: '' },
  tokenHash: createHash('sha256')
    .update(unit.token ?? '')
    .digest('hex'),
});
const sos = () => messageUplink(watch.identity, now(), [sosSample(measured)], { protocol: 'watch' });
/** A batch with everything in it that a step beside the alarms works on. */
const batch = () => [
  messageUplink(other.identity, now(), [sampleOf(measured)], { protocol: 'watch' }),
  messageUplink(
    unit.identity,
    now(),
    { samples: [sampleOf()], sensors: { all: [{ gatewayId: 'RF-1', name: 'Dør', status: 'low_battery' }] } },
    byHttp(),
  ),
  sos(),
];

const stored = async () => ({
  readings: (await opened.db.select().from(healthReadings)).length,
  steps: (await opened.db.select().from(stepDays)).length,
  sensors: (await opened.db.select().from(sensors)).map(({ name }) => name),
  lowBattery: (await rowOf(unit))?.flags.includes('sensorLowBattery'),
  room: (await rowOf(watch))?.place ?? null,
  fence: (await opened.db.select().from(geofences)).map(({ outside }) => outside),
});
const everything = {
  ...{ readings: 2, steps: 2, sensors: ['Dør'], lowBattery: true, room: 'Stua', fence: [false] },
};
const rowOf = async ({ deviId }: TestDevice) =>
  (await opened.db.select().from(devices).where(eq(devices.deviId, deviId)))[0];
const logged = () => opened.db.select().from(transactions).orderBy(asc(transactions.tranId));

/** While this table is away, every statement on it fails. */
async function without<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  await opened.db.execute(sql.raw(`alter table ${table} rename to ${table}_away`));
  try {
    return await work();
  } finally {
    await opened.db.execute(sql.raw(`alter table ${table}_away rename to ${table}`));
  }
}

describe('an SOS with its position, in a batch with everything else', () => {
  test('is raised with all the other data, and nothing is logged', async () => {
    const outcome = await processed(...batch());
    expect(outcome).toMatchObject({ verdicts: ['stored', 'stored', 'stored'], logged: [], commits: 1 });
    expect(await stored()).toEqual(everything);
  });

  test('tells lists that are filtered by a sensor that the unit has a new one, and not that it has the same again', async () => {
    const [, report] = batch();
    if (report === undefined) throw new Error('no report');
    expect((await processed(report)).events).toContain('sensors');
    expect((await processed(report)).events).not.toContain('sensors');
  });

  test.each([
    ['health_readings', 'health readings', { readings: 0 }],
    ['step_days', 'steps', { steps: 0 }],
    ['sensors', 'reports of sensors', { sensors: [], lowBattery: false }],
    ['indoor_location_devices', 'indoor locations', { room: null }],
    ['geofences', 'geofences', { fence: [null] }],
  ])(
    'is raised with its place in the same commit while the table %s fails, and the other data is stored',
    async (table, what, lost) => {
      const outcome = await without(table, () => processed(...batch()));
      expect(outcome.verdicts).toEqual(['stored', 'stored', 'stored']);
      expect(outcome.commits, 'the batch is not split').toBe(1);
      expect(outcome.events).toContain('alarm');
      expect(await opened.db.select().from(alarms)).toMatchObject([
        { deviId: watch.deviId, posLati: fenceCentre.lat, posLong: fenceCentre.lng },
      ]);
      expect(await logged()).toHaveLength(3);
      expect(await stored()).toEqual({ ...everything, ...lost });
      expect(outcome.logged.length).toBeGreaterThan(0);
      for (const line of outcome.logged) expect(line).toEqual(['a part of a batch was left out', `left out: ${what}`]);
    },
  );

  test('of a sensor has the number of the sensor as its place while the sensors cannot be read', async () => {
    const pressed = messageUplink(unit.identity, now(), [sosSample({ sensor: 'RF-1' })], byHttp());
    const outcome = await without('sensors', () => processed(pressed));
    expect(outcome).toMatchObject({ verdicts: ['stored'], commits: 1 });
    expect(outcome.logged.map(([, what]) => what)).toEqual(['left out: names of sensors']);
    expect(await opened.db.select().from(alarms)).toMatchObject([{ place: 'RF-1' }]);
  });

  test('is raised with its place although its access points cannot be read while a scan of it runs', async () => {
    const { deviId } = watch;
    const command = { kind: 'scanWifi' } as const;
    await opened.db.transaction((tx) => queueCommand(tx, { deviId, userId: null, at: new Date(now()), command }));
    const broken = [null] as unknown as AccessPoint[];
    const sample = sosSample({ ...measured, accessPoints: broken });
    const outcome = await processed(messageUplink(watch.identity, now(), [sample], { protocol: 'watch' }));
    expect(outcome).toMatchObject({ verdicts: ['stored'], commits: 1 });
    expect(await opened.db.select().from(alarms)).toMatchObject([{ posLati: fenceCentre.lat }]);
    expect(outcome.logged.map(([, what]) => what)).toEqual(['left out: indoor locations', 'left out: scans']);
    expect(outcome.events).not.toContain('accessPointScan');
  });
});

test('a table that hangs costs other work of its batch, and neither an SOS nor the judgement of a geofence', async () => {
  await opened.db.execute(sql`create function hang_forever() returns trigger language plpgsql as
    $$ begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$`);
  await opened.db.execute(sql`create trigger hang before insert on sensors execute function hang_forever()`);
  const outcome = await processed(...batch());
  await opened.db.execute(sql`drop trigger hang on sensors`);
  await opened.db.execute(sql`drop function hang_forever()`);
  expect(outcome).toMatchObject({ verdicts: ['stored', 'stored', 'stored'], commits: 1 });
  expect(await opened.db.select().from(alarms)).toMatchObject([{ posLati: fenceCentre.lat }]);
  expect(await stored()).toMatchObject({ sensors: [], room: null, readings: 0, fence: [false] });
});

describe('a fault of one item', () => {
  test('leaves out that one, and takes back what it had stored, in the database and in the batch', async () => {
    await opened.db.execute(sql`alter table sensors add constraint broken check (name <> 'Ødelagt')`);
    const report = (gatewayId: string, name: string) =>
      messageUplink(
        unit.identity,
        now(),
        {
          samples: [sampleOf()],
          sensors: { changed: [{ gatewayId, name, status: 'low_battery' as const }] },
        },
        byHttp(),
      );
    const alone = await processed(report('RF-1', 'Ødelagt'), sos());
    expect(await stored()).toMatchObject({ sensors: [], lowBattery: false });
    const among = await processed(report('RF-2', 'Dør'), report('RF-3', 'Ødelagt'), report('RF-4', 'Røyk'), sos());
    await opened.db.execute(sql`alter table sensors drop constraint broken`);
    for (const { commits, logged: lines } of [alone, among])
      expect([commits, lines]).toEqual([1, [['a part of a batch was left out', 'left out: reports of sensors']]]);
    expect(await stored()).toMatchObject({ sensors: ['Dør', 'Røyk'], lowBattery: true });
    expect(await opened.db.select().from(alarms)).toMatchObject([{ signalCount: 2 }]);
  });

  test('in the answer of a unit about its sensors settles its command all the same', async () => {
    const { deviId } = unit;
    const command = { kind: 'deleteSensor', gatewayId: 'RF-1' } as const;
    const commandId = await opened.db.transaction((tx) =>
      queueCommand(tx, { deviId, userId: null, at: new Date(now()), command }),
    );
    await opened.db.execute(
      sql`update commands set state = 'sent', sent_on = 'http', ref = 'r1', sent_at = now() where command_id = ${commandId}`,
    );
    const report = { samples: [], confirmations: [{ ref: 'r1', ok: true }] };
    const answer = messageUplink(unit.identity, now(), report, byHttp());
    const outcome = await without('sensors', () => processed(answer, sos()));
    expect(outcome).toMatchObject({ verdicts: ['stored', 'stored'], commits: 1 });
    expect(outcome.logged.map(([, what]) => what)).toEqual(['left out: answers about sensors']);
    const { rows } = (await opened.db.execute(sql`select state from commands`)) as {
      rows: { state: string }[];
    };
    expect(rows).toEqual([{ state: 'confirmed' }]);
    expect(await opened.db.select().from(alarms)).toHaveLength(1);
  });
});

describe('work beside the alarms', () => {
  /** Fails for these items, and returns the slices that were tried and those that were stored. */
  async function work(items: readonly number[], fails: (some: readonly number[]) => Error | null) {
    const faults: Error[] = [];
    const tried: number[][] = [];
    const kept = await opened.db.transaction((tx) =>
      besideAlarms({ tx, faults }, 'numbers', items, async (nested, some) => {
        tried.push([...some]);
        const error = fails(some);
        if (error !== null) throw error;
        await nested.execute(sql`select 1`);
        return [...some];
      }),
    );
    return { tried, kept: kept.flat(), faults: faults.map(({ message }) => message) };
  }
  const wrong = new TypeError('as asked');
  const failingWith = (bad: readonly number[]) => (some: readonly number[]) =>
    some.some((item) => bad.includes(item)) ? wrong : null;
  const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

  test('opens no savepoint without items', async () => {
    await opened.db.transaction(async (tx) => {
      const savepoint = vi.spyOn(tx, 'transaction');
      expect(await besideAlarms({ tx, faults: [] }, 'nothing', [], async () => 1)).toEqual([]);
      expect(savepoint).not.toHaveBeenCalled();
    });
  });

  test('is halved down to the item that fails, and keeps the others in their order', async () => {
    expect(await work([1, 2, 3, 4, 5], failingWith([2]))).toEqual({
      tried: [[1, 2, 3, 4, 5], [1, 2, 3], [1, 2], [1], [2], [3], [4, 5]],
      kept: [1, 3, 4, 5],
      faults: ['left out: numbers'],
    });
  });

  test('finds one item that fails among two thousand, wherever it is', async () => {
    for (const bad of [1, 777, 2000]) {
      const { kept, faults } = await work(upTo(2000), failingWith([bad]));
      expect(kept).toEqual(upTo(2000).filter((item) => item !== bad));
      expect(faults).toHaveLength(1);
    }
  });

  test('is not halved any more after thirty failures, so that a table that is gone delays no alarm', async () => {
    const { tried, kept } = await work(upTo(2000), () => wrong);
    expect(tried.length).toBeLessThan(45);
    expect(kept).toEqual([]);
  });

  test('finds three items that fail among five hundred, and with more keeps each half that is whole', async () => {
    const without = (bad: readonly number[]) => upTo(500).filter((item) => !bad.includes(item));
    for (const bad of [
      [1, 500],
      [1, 161, 251],
      [1, 2, 499],
    ])
      expect((await work(upTo(500), failingWith(bad))).kept, `${bad}`).toEqual(without(bad));
    const { kept, tried } = await work(upTo(500), failingWith([1, 40, 80, 120, 160, 200, 240]));
    expect(kept).toEqual(expect.arrayContaining(upTo(500).slice(250)));
    expect(tried.length).toBeLessThan(60);
  });

  test('is given up at once when a statement takes too long, and so is all such work of the batch after it', async () => {
    const timeout = Object.assign(new Error('statement timeout'), { code: '57014' });
    const { tried, faults } = await work([1, 2, 3], () => timeout);
    expect([tried, faults]).toEqual([[[1, 2, 3]], ['left out: numbers']]);
    const hurried = [new Error('left out: numbers', { cause: timeout })];
    const failed = [new Error('left out: numbers', { cause: wrong })];
    const done = (before: Error[]) =>
      opened.db.transaction((tx) => besideAlarms({ tx, faults: before }, 'more', [1], async () => 'done'));
    expect([await done(hurried), await done(failed)]).toEqual([[], ['done']]);
  });

  test.each([
    ['a conflict, which a retry of the batch ends', '40P01'],
    ['a database that is full', '53100'],
  ])('rejects with %s', async (_, code) => {
    const fault = Object.assign(new Error('as asked'), { code });
    await expect(work([1, 2], () => fault)).rejects.toThrow('as asked');
  });
});
