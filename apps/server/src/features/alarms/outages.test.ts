import { outageDevices, outageHoldsMs, outageMs } from '@varde/catalogue/outages';
import type { WarningFlag } from '@varde/catalogue/warning-flags';
import { type FeatureApi, openFeatureApi, type Person, testCustomers } from '@varde/testing/feature-api';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saveFlags } from '#domain/devices/save-flags.ts';
import { devices } from '#domain/devices/tables.ts';
import { createAlarmsFeature } from './index.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createAlarmsFeature);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  // The database keeps the times of failures by its own clock.
  api.clock.set(Date.now());
});

const outages = async (who: Person = 'nurse') => (await api.call(who, 'GET', '/ajax/alarms/outages')).body.outages;

async function addDevices(count: number, fields: Parameters<FeatureApi['addDevice']>[0] = {}) {
  const added: number[] = [];
  for (let at = 0; at < count; at++) added.push(await api.addDevice(fields));
  return added;
}

const setFlags = (ids: readonly number[], flags: WarningFlag[]) =>
  saveFlags(
    api.db,
    ids.map((deviId) => ({ deviId, flags, status: 'clear' as const })),
  );

describe('an outage', () => {
  test('is reported while 20 devices of a customer fail, and ends when one of them recovers', async () => {
    const ids = await addDevices(outageDevices);
    expect(await outages()).toEqual([]);
    await setFlags(ids.slice(1), ['powerFailure']);
    expect(await outages()).toEqual([]);
    await setFlags(ids.slice(0, 1), ['powerFailure', 'batteryWarning']);
    const [outage, ...more] = await outages();
    expect(more).toEqual([]);
    expect(outage).toMatchObject({
      kind: 'powerFailure',
      count: outageDevices,
      custName: expect.any(String),
    });
    expect(outage.latest).toBeGreaterThanOrEqual(outage.since);
    await setFlags(ids.slice(0, 1), []);
    expect(await outages()).toEqual([]);
  });

  test('keeps the time of the first failure when other flags of its devices change', async () => {
    const ids = await addDevices(outageDevices, { flags: ['offline', 'offlineWarning'] });
    const [before] = await outages();
    await setFlags(ids, ['offline', 'batteryWarning']);
    expect(await outages()).toEqual([before]);
  });

  test('does not begin with an upgrade: devices that fail since an unknown time belong to one when they fail anew', async () => {
    const ids = await addDevices(outageDevices, { flags: ['offline', 'offlineWarning'] });
    await api.db.execute(sql`update devices set offline_at = null`);
    await setFlags(ids, ['offline', 'batteryWarning']);
    expect(await outages()).toEqual([]);
    await setFlags(ids, ['batteryWarning']);
    await setFlags(ids, ['offline', 'batteryWarning']);
    expect(await outages()).toMatchObject([{ kind: 'offline', count: outageDevices }]);
  });

  test('has each device once: one that lost power and then its contact is in the one of the power', async () => {
    const ids = await addDevices(outageDevices, { flags: ['powerFailure'] });
    await setFlags(ids, ['powerFailure', 'tcpStatusDisabledWarning', 'offlineWarning']);
    expect(await outages()).toMatchObject([{ kind: 'powerFailure', count: outageDevices }]);
    await setFlags(ids, ['tcpStatusDisabledWarning', 'offlineWarning']);
    expect(await outages()).toMatchObject([{ kind: 'offline', count: outageDevices }]);
  });

  test('of small homes is one of the municipality above them, for those who may list its devices', async () => {
    const { home, otherHome, municipality } = testCustomers;
    const flags: WarningFlag[] = ['powerFailure'];
    await addDevices(10, { custId: home, flags });
    await addDevices(9, { custId: otherHome, flags });
    expect(await outages('manager')).toEqual([]);
    await addDevices(1, { custId: otherHome, flags });
    const outage = { kind: 'powerFailure', custId: municipality, custName: 'municipality', count: 20 };
    expect(await outages('manager')).toMatchObject([outage]);
    expect(await outages('nurse'), 'of one home').toEqual([]);
    await api.db.execute(sql`insert into devices (deha_id, cust_id, device_name, device_serial_number)
      select 34, ${municipality}, 'x', 'QUIET' || i from generate_series(1, 1980) i`);
    expect(await outages('manager')).toHaveLength(1);
    await addDevices(1, { custId: municipality });
    expect(await outages('manager'), 'less than a hundredth').toEqual([]);
  });

  test('has no deleted devices, none of other customers, and none that failed alone or a day ago', async () => {
    const ids = await addDevices(outageDevices, { flags: ['powerFailure'] });
    const [first = 0] = ids;
    const failedAt = (ago: number) =>
      api.db.execute(sql`update devices set power_failed_at = now() - ${ago} * interval '1 millisecond'
        where devi_id = ${first}`);
    expect(await outages()).toHaveLength(1);
    await failedAt(outageMs * 2);
    expect(await outages()).toEqual([]);
    await failedAt(0);
    expect(await outages()).toHaveLength(1);
    await api.db.update(devices).set({ deletedAt: new Date() }).where(eq(devices.deviId, first));
    expect(await outages()).toEqual([]);
    await api.db.update(devices).set({ deletedAt: null, custId: testCustomers.firm }).where(eq(devices.deviId, first));
    expect(await outages()).toEqual([]);
    await api.db.update(devices).set({ custId: testCustomers.home }).where(eq(devices.deviId, first));
    expect(await outages()).toHaveLength(1);
    api.clock.set(Date.now() + outageHoldsMs + 1000);
    expect(await outages()).toEqual([]);
  });

  test('is shown to nobody who may not list the devices of its customer', async () => {
    await addDevices(outageDevices, { custId: testCustomers.firm, flags: ['powerFailure'] });
    expect(await outages()).toEqual([]);
  });

  test('of 2,000 devices is one', async () => {
    const [one = 0] = await addDevices(1);
    await api.db.execute(sql`insert into devices (deha_id, cust_id, device_name, device_serial_number, flags)
      select deha_id, cust_id, device_name, 'STORM' || i, '{powerFailure}'
      from devices, generate_series(1, 2000) i where devi_id = ${one}`);
    expect(await outages()).toMatchObject([{ kind: 'powerFailure', count: 2000 }]);
  });
});
