import { metyId } from '@varde/catalogue/message-types';
import { createCustomer, createDevice, createUser, type TestDevice } from '@varde/testing/factories';
import { createJobRunner } from '@varde/testing/job-runner';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { resetOrder } from '@varde/testing/reset-order';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resetIfUnchanged } from '#domain/alarms/reset-alarm.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { queueCommand } from '#domain/commands/commands.ts';
import { commands } from '#domain/commands/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { type OpenDatabase, queryRows } from '#platform/database/database.ts';
import { autoTracking } from './auto-tracking.ts';

const minute = 60_000;
const job = autoTracking({ eview: [['heartbeatInterval', 'trackingInterval']] });

let opened: OpenDatabase;
let processing: TestProcessing;
let custId: number;
let userId: number;
let device: TestDevice;
let other: TestDevice;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  custId = await createCustomer(opened.db);
  ({ userId } = await createUser(opened.db, { role: 'RESTRICTED_USER', custId }));
  device = await createDevice(opened.db, { custId });
  other = await createDevice(opened.db, { custId });
  processing = await startProcessing(opened.db);
  await set(other, 'alarmTracking', 'false');
});

const set = ({ deviId }: TestDevice, key: string, value: string) =>
  opened.db.execute(sql`insert into device_settings (devi_id, key, desired) values (${deviId}, ${key}, ${value}::jsonb)
    on conflict (devi_id, key) do update set desired = excluded.desired`);
const send = (from: TestDevice, ...samples: Parameters<typeof messageUplink>[2][]) =>
  Promise.all(
    samples.map((sample) => processing.bus.publishUplink(messageUplink(from.identity, processing.clock.now(), sample))),
  );
const press = (from: TestDevice = device) => send(from, [sosSample()]);
const run = () => createJobRunner({ db: opened.db, bus: processing.bus }, processing.clock)(job);
const ordered = async ({ deviId }: TestDevice = device) => {
  const rows = await opened.db
    .select()
    .from(commands)
    .where(eq(commands.deviId, deviId))
    .orderBy(asc(commands.commandId));
  return rows.map(({ command }) => (command as { kind: string }).kind);
};
/** What the device does with its last command. */
async function end(state: 'confirmed' | 'failed' | 'expired', trackedFor: number | null = null): Promise<void> {
  const endedAt = new Date(processing.clock.now());
  const until = trackedFor === null ? null : new Date(processing.clock.now() + trackedFor * minute);
  await opened.db.update(commands).set({ state, endedAt }).where(eq(commands.state, 'pending'));
  await opened.db.update(commands).set({ state, endedAt }).where(eq(commands.state, 'sent'));
  await opened.db.update(devices).set({ trackingUntil: until }).where(eq(devices.deviId, device.deviId));
}
const byHand = (kind: 'startTracking' | 'stopTracking') =>
  queueCommand(opened.db, {
    deviId: device.deviId,
    command: kind === 'startTracking' ? { kind, minutes: 60, values: {} } : { kind, values: {} },
    userId,
    at: new Date(processing.clock.now()),
  });
async function reset(type: number = metyId.alarm): Promise<void> {
  const [alarm] = await opened.db.select().from(alarms).where(eq(alarms.metyId, type));
  const { alarmId = 0, signalCount = 1 } = alarm ?? {};
  const at = new Date(processing.clock.now());
  const done = await opened.db.transaction((tx) =>
    resetIfUnchanged(tx, 'all', { ...resetOrder({ signalCount }), alarmId, userId, at }),
  );
  expect(done).not.toBeNull();
}

describe('a device whose setting says so', () => {
  test('is tracked when it raises an alarm and until that is reset, by Varde, while the one beside it is not', async () => {
    await press();
    await press(other);
    await run();
    expect(await ordered()).toEqual(['startTracking']);
    expect(await ordered(other)).toEqual([]);
    const [started] = await opened.db.select().from(commands);
    const [alarm] = await opened.db.select().from(alarms).where(eq(alarms.deviId, device.deviId));
    expect(started).toMatchObject({
      ...{ createdBy: null, alarmId: alarm?.alarmId },
      // Of this hardware (Trigger Two 4G): 30 minutes, a report each minute.
      command: { kind: 'startTracking', minutes: 30, values: { trackingInterval: 60 } },
    });
    await end('confirmed', 30);
    await run();
    expect(await ordered()).toEqual(['startTracking']);
    await reset();
    await run();
    expect(await ordered()).toEqual(['startTracking', 'stopTracking']);
    await end('confirmed');
    await run();
    expect(await ordered()).toEqual(['startTracking', 'stopTracking']);
    const audited = await queryRows<{ action: string; user: number | null }>(
      opened.db,
      sql`select content::json ->> 'action' as action, content::json -> 'userId' as "user" from ${auditEntries} order by 1`,
    );
    expect(audited).toEqual([
      { action: 'device.trackingStarted', user: null },
      { action: 'device.trackingStopped', user: null },
    ]);
  });

  test('is sent the command at once over the connection that its alarm came on', async () => {
    await press();
    await run();
    await expect
      .poll(() => processing.downlinks)
      .toMatchObject([{ identity: device.identity, command: { kind: 'startTracking', minutes: 30 } }]);
  });

  test('is tracked for an alarm of a geofence too, and not for a message without an alarm', async () => {
    await send(device, [sampleOf({ metyId: metyId.lowBattery })]);
    await run();
    expect(await ordered()).toEqual([]);
    await send(device, [sampleOf({ metyId: metyId.geofence })]);
    await run();
    expect(await ordered()).toEqual(['startTracking']);
  });

  test('is tracked until the last of its alarms is reset', async () => {
    await press();
    await send(device, [sampleOf({ metyId: metyId.manDown })]);
    await run();
    await end('confirmed', 30);
    await reset(metyId.alarm);
    await run();
    expect(await ordered()).toEqual(['startTracking']);
    await reset(metyId.manDown);
    await run();
    expect(await ordered()).toEqual(['startTracking', 'stopTracking']);
  });

  test('gets one command for any number of presses, and by any number of processes', async () => {
    for (let pressed = 0; pressed < 5; pressed++) {
      processing.clock.advance(1000);
      await press();
      await Promise.all([run(), run()]);
    }
    expect(await ordered()).toEqual(['startTracking']);
  });

  test('gets none again when it has refused it, or its minutes are over; and again when it never had it', async () => {
    await press();
    await run();
    await end('failed');
    await run();
    expect(await ordered()).toEqual(['startTracking']);
    await opened.db.update(commands).set({ state: 'confirmed' });
    await run();
    expect(await ordered()).toEqual(['startTracking']);
    await opened.db.update(commands).set({ state: 'expired' });
    await run();
    expect(await ordered()).toEqual(['startTracking', 'startTracking']);
  });

  test('waits until it is connected', async () => {
    await press();
    await opened.db.update(devices).set({ connected: false });
    await run();
    expect(await ordered()).toEqual([]);
    await opened.db.update(devices).set({ connected: true });
    await run();
    expect(await ordered()).toEqual(['startTracking']);
  });
});

describe('tracking by hand', () => {
  test('that was begun before the alarm is neither begun again nor ended with it', async () => {
    await byHand('startTracking');
    await end('confirmed', 60);
    await press();
    await run();
    await reset();
    await run();
    expect(await ordered()).toEqual(['startTracking']);
  });

  test('that was begun after the alarm goes on when that is reset', async () => {
    await press();
    await run();
    await byHand('startTracking');
    await end('confirmed', 60);
    await reset();
    await run();
    expect(await ordered()).toEqual(['startTracking', 'startTracking']);
  });

  test('that was ended is not begun again for the same alarm', async () => {
    await press();
    await run();
    await byHand('stopTracking');
    await end('confirmed');
    await run();
    expect(await ordered()).toEqual(['startTracking', 'stopTracking']);
  });
});

test('the next alarm after a reset has the device tracked again', async () => {
  await press();
  await run();
  await end('confirmed', 30);
  await reset();
  await run();
  await end('confirmed');
  processing.clock.advance(minute);
  await press();
  await run();
  expect(await ordered()).toEqual(['startTracking', 'stopTracking', 'startTracking']);
});

test('a device that refuses to end its tracking is told again only when its minutes are over', async () => {
  await press();
  await run();
  await end('confirmed', 30);
  await reset();
  await run();
  await end('failed', 30);
  await run();
  expect(await ordered()).toEqual(['startTracking', 'stopTracking']);
});

test('a device that never heard that its tracking is over is told again', async () => {
  await press();
  await run();
  await end('confirmed', 30);
  await reset();
  await run();
  await end('expired', 30);
  await run();
  expect(await ordered()).toEqual(['startTracking', 'stopTracking', 'stopTracking']);
});

test('a command that waits when its alarm is reset is not sent any more', async () => {
  await press();
  await run();
  await reset();
  await run();
  const rows = await opened.db.select().from(commands).orderBy(asc(commands.commandId));
  expect(rows).toMatchObject([
    { command: { kind: 'startTracking' }, state: 'cancelled', reason: 'superseded' },
    { command: { kind: 'stopTracking' }, state: 'pending' },
  ]);
});

test('a device is tracked in alarm unless somebody has turned that off', async () => {
  await opened.db.execute(sql`delete from device_settings`);
  await press();
  await run();
  expect(await ordered()).toEqual(['startTracking']);
});

test.each(['false', '"true"', '1', 'null', '{}'])('a setting of %s tracks nobody', async (value) => {
  await set(device, 'alarmTracking', value);
  await press();
  await run();
  expect(await ordered()).toEqual([]);
});

test('hardware that cannot be tracked, or whose protocol has no such command, is not tracked', async () => {
  for (const dehaId of [20, 2]) {
    await opened.db.update(devices).set({ dehaId }).where(eq(devices.deviId, device.deviId));
    await press();
    await run();
  }
  expect(await ordered()).toEqual([]);
});

test('an alarm of a former wearer has nobody tracked', async () => {
  await press();
  await opened.db.execute(sql`update device_assignments set ends_at = now() where devi_id = ${device.deviId}`);
  await opened.db.execute(
    sql`insert into device_assignments (devi_id, cust_id, begins_at) values (${device.deviId}, ${custId}, now())`,
  );
  await run();
  expect(await ordered()).toEqual([]);
});

test('a device whose order fails costs no other one its tracking', async () => {
  await set(other, 'alarmTracking', 'true');
  await press();
  await press(other);
  await opened.db.execute(sql.raw(`alter table commands add constraint fault check (devi_id <> ${device.deviId})`));
  try {
    await expect(run()).rejects.toThrow('the tracking of devices in alarm failed');
    expect([await ordered(), await ordered(other)]).toEqual([[], ['startTracking']]);
  } finally {
    await opened.db.execute(sql`alter table commands drop constraint fault`);
  }
  await run();
  expect(await ordered()).toEqual(['startTracking']);
});
