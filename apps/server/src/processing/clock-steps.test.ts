import { metyId } from '@varde/catalogue/message-types';
import type { Sample } from '@varde/catalogue/report';
import { createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';

// Stored times came from a clock that may have been set since. A second device must be left alone.

let opened: OpenDatabase;
let processing: TestProcessing;
let device: TestDevice;
let other: TestDevice;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  const custId = await createCustomer(opened.db);
  device = await createDevice(opened.db, { custId });
  other = await createDevice(opened.db, { custId });
  processing = await startProcessing(opened.db);
});

const minute = 60_000;
const hour = 60 * minute;
const oslo = { lat: 59.9139, lng: 10.7522, source: 'gps' as const };
const bergen = { lat: 60.3913, lng: 5.3221, source: 'gps' as const };
const steps = [
  ['a second', 1000],
  ['four minutes', 4 * minute],
  ['an hour', hour],
  ['ten years', 10 * 365 * 24 * hour],
] as const;

const now = () => processing.clock.now();
const uplinkOf = (samples: Sample[], receivedAt = now(), from = device) =>
  messageUplink(from.identity, receivedAt, samples);
const send = (samples: Sample[], receivedAt = now()) => processing.bus.publishUplink(uplinkOf(samples, receivedAt));
async function stateOf({ deviId }: TestDevice) {
  const [row] = await opened.db.select().from(devices).where(eq(devices.deviId, deviId));
  if (row === undefined) throw new Error('no device');
  return row;
}

describe("a device's last contact", () => {
  test.each(steps)('keeps its time after the clock was set back by %s', async (_, ms) => {
    const first = now();
    await send([sampleOf()]);
    await processing.bus.publishUplink(uplinkOf([sampleOf()], first, other));
    processing.clock.step(-ms);
    await send([sampleOf()]);
    expect(await stateOf(device)).toMatchObject({ lastMsgIn: new Date(first - ms) });
    expect(await stateOf(other)).toMatchObject({ lastMsgIn: new Date(first) });
  });

  test('is never later than now, for a message that was received before the clock was set back', async () => {
    const received = now();
    processing.clock.step(-hour);
    await send([sampleOf()], received);
    expect(await stateOf(device)).toMatchObject({ lastMsgIn: new Date(received - hour) });
  });

  test.each(steps)('does not run backwards for a message that was kept, after %s', async (_, ms) => {
    await send([sampleOf()]);
    processing.clock.step(ms);
    await send([sampleOf()]);
    await send([sampleOf()], now() - 500);
    expect(await stateOf(device)).toMatchObject({ lastMsgIn: new Date(now()) });
  });
});

describe("a device's position", () => {
  test.each(steps)('is the newest one after the clock was set back by %s', async (_, ms) => {
    await send([sampleOf({ position: oslo })]);
    processing.clock.step(-ms);
    await send([sampleOf({ position: bergen })]);
    expect(await stateOf(device)).toMatchObject({ posLati: bergen.lat, posTime: new Date(now()) });
  });

  test("follows the device's own time, when the clock was set back by less than device clocks may be ahead", async () => {
    const fix = now();
    await send([sampleOf({ at: fix, position: oslo })]);
    processing.clock.step(-4 * minute);
    await send([sampleOf({ at: fix - minute, position: bergen })]);
    expect(await stateOf(device)).toMatchObject({ posLati: oslo.lat, posTime: new Date(fix) });
  });

  test("is the newest one, when the clock had run ahead by an hour and the device's own time was refused", async () => {
    processing.clock.step(-hour);
    await send([sampleOf({ at: now() + hour, position: oslo })]); // refused: received an hour before it happened
    processing.clock.step(hour);
    await send([sampleOf({ at: now(), position: bergen })]);
    expect(await stateOf(device)).toMatchObject({ posLati: bergen.lat });
  });

  test.each(steps)('is not moved by a backlog after the clock was set forward by %s', async (_, ms) => {
    processing.clock.step(ms);
    await send([sampleOf({ position: oslo })]);
    await send([sampleOf({ at: now() - minute, historical: true, position: bergen })]);
    expect(await stateOf(device)).toMatchObject({ posLati: oslo.lat });
  });
});

describe("a device's state", () => {
  test('follows its newest backlog too, once it has spoken after the clock was set back', async () => {
    await send([sampleOf({ battery: { level: 80 } })]);
    processing.clock.step(-hour);
    await send([sampleOf({ battery: { level: 70 } })]);
    processing.clock.advance(10 * minute);
    await send([sampleOf({ at: now() - minute, historical: true, battery: { level: 60 } })]);
    expect(await stateOf(device)).toMatchObject({ battery: 60 });
  });
});

describe('the last signal of an alarm', () => {
  const theAlarm = async () => (await opened.db.select().from(alarms))[0];

  test.each(steps)('keeps its time after the clock was set back by %s', async (_, ms) => {
    await send([sosSample()]);
    processing.clock.step(-ms);
    await send([sosSample()]);
    expect(await theAlarm()).toMatchObject({ signalCount: 2, lastSignalAt: new Date(now()) });
  });

  test('does not run backwards for a signal that was stored', async () => {
    await send([sosSample()]);
    await send([sosSample()], now() - 500);
    expect(await theAlarm()).toMatchObject({ signalCount: 2, lastSignalAt: new Date(now()) });
  });

  test('of another device is unchanged', async () => {
    const first = now();
    await processing.bus.publishUplink(uplinkOf([sosSample()], first, other));
    processing.clock.step(-hour);
    await send([sosSample()]);
    await send([sosSample()]);
    const [ofOther] = await opened.db.select().from(alarms).where(eq(alarms.deviId, other.deviId));
    expect(ofOther).toMatchObject({ metyId: metyId.alarm, signalCount: 1, lastSignalAt: new Date(first) });
  });
});
