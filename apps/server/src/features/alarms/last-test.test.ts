import { alarmOutcomes } from '@varde/contract/filters';
import { type FeatureApi, openFeatureApi, testCustomers, testNow } from '@varde/testing/feature-api';
import { resetOrder } from '@varde/testing/reset-order';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deviceAssignments, devices } from '#domain/devices/tables.ts';
import { createAlarmsFeature } from './index.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createAlarmsFeature);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  api.events.length = 0;
  api.clock.set(testNow);
});

interface Wearer {
  deviId: number;
  assignmentId: number;
}

async function addWearer(): Promise<Wearer> {
  const deviId = await api.addDevice();
  const [worn] = await api.db
    .select()
    .from(deviceAssignments)
    .where(and(eq(deviceAssignments.deviId, deviId), isNull(deviceAssignments.endsAt)));
  return { deviId, assignmentId: worn?.assignmentId ?? 0 };
}

const reset = (alarmId: number, outcome: string) =>
  api.call('nurse', 'POST', `/ajax/alarms/${alarmId}/reset`, { ...resetOrder(), outcome });
const reopen = (alarmId: number) => api.call('nurse', 'POST', `/ajax/alarms/${alarmId}/reopen`);

async function lastTestOf({ deviId }: Wearer): Promise<number | null> {
  const [device] = await api.db.select().from(devices).where(eq(devices.deviId, deviId));
  return device?.lastTestAt?.getTime() ?? null;
}

/** An alarm that was received so long ago, and happened so long before that. */
function addAlarm(wearer: Wearer, ago: number, onTheWay = 0) {
  const receivedAt = new Date(testNow - ago);
  return api.addAlarm({ ...wearer, receivedAt, happenedAt: new Date(testNow - ago - onTheWay) });
}

describe('the last test of a device from end to end', () => {
  test.each(alarmOutcomes)('is the alarm that was reset as a test, and no other one: %s', async (outcome) => {
    const wearer = await addWearer();
    await reset(await addAlarm(wearer, 5_000), outcome);
    expect(await lastTestOf(wearer)).toBe(outcome === 'test' ? testNow - 5_000 : null);
  });

  test('is published with its device, without the flag of the alarm', async () => {
    const wearer = await addWearer();
    await reset(await addAlarm(wearer, 5_000), 'test');
    const published = api.events.filter(({ type }) => type === 'device');
    expect(published).toMatchObject([{ device: { lastTestAt: testNow - 5_000, alarmWarning: false } }]);
  });

  test.each([
    [60_000, testNow],
    [60_001, null],
  ])('is no alarm that was on its way for more than a minute: %i ms', async (onTheWay, expected) => {
    const wearer = await addWearer();
    await reset(await addAlarm(wearer, 0, onTheWay), 'test');
    expect(await lastTestOf(wearer)).toBe(expected);
  });

  test('is the latest one, in whatever order they are reset, and the one before it when that is opened again', async () => {
    const wearer = await addWearer();
    const older = await addAlarm(wearer, 90_000);
    const newer = await api.addAlarm({ ...wearer, metyId: 3, receivedAt: new Date(testNow) });
    await reset(newer, 'test');
    await reset(older, 'test');
    expect(await lastTestOf(wearer)).toBe(testNow);
    await reopen(newer);
    expect(await lastTestOf(wearer)).toBe(testNow - 90_000);
    await reopen(older);
    expect(await lastTestOf(wearer)).toBeNull();
  });

  test('is not one of an earlier wearer, nor of another device', async () => {
    const wearer = await addWearer();
    const other = await addWearer();
    const earlier = await addAlarm(wearer, 5_000);
    const at = new Date(testNow - 1_000);
    await api.db.update(deviceAssignments).set({ endsAt: at }).where(eq(deviceAssignments.deviId, wearer.deviId));
    await api.db.insert(deviceAssignments).values({ deviId: wearer.deviId, custId: testCustomers.home, beginsAt: at });
    await reset(earlier, 'test');
    await reset(await addAlarm(other, 3_000), 'test');
    expect(await lastTestOf(wearer)).toBeNull();
    expect(await lastTestOf(other)).toBe(testNow - 3_000);
  });
});
