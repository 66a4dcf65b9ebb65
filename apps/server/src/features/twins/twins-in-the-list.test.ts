import { createCustomer, createDevice, createUser, type TestDevice } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { resetOrder } from '@varde/testing/reset-order';
import { startTestServer, type TestAnswer, type TestServer } from '@varde/testing/test-server';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { customers } from '#domain/customers/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { queryRows } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { createJobContext } from '../../jobs/job-context.ts';
import { offlineCheck } from '../../jobs/offline-check.ts';

let server: TestServer;
const clock = createManualClock();
let master: TestDevice;
let clone: TestDevice;
let nurse: string;
let home: number;

beforeAll(async () => {
  server = await startTestServer({ clock });
  await server.app.start();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  home = await createCustomer(db, { kind: 'home' });
  const stock = await createCustomer(db, { kind: 'stock', parentId: home });
  master = await createDevice(db, { custId: home, deviceName: 'Borghild', serial: 'SN-MASTER' });
  clone = await createDevice(db, { custId: stock, deviceName: 'Lager', serial: 'SN-CLONE' });
  await createDevice(db, { custId: home, deviceName: 'Astrid', serial: 'SN-OTHER' });
  nurse = await server.loginAs(await createUser(db, { role: 'RESTRICTED_USER', custId: home }));
  await call('POST', '', {
    ...{ deviceSerialNumber: 'SN-CLONE', deviceName: 'Klokka til Borghild', custId: home },
    ...{ twinOf: master.deviId, unit: null },
  });
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<TestAnswer> =>
  server.call(method, `/ajax/devices${path}`, { as: nurse, ...(body ? { body } : {}) });
const names = async (query = ''): Promise<string[]> =>
  (await call('GET', `?${query}`)).body.devices.map(({ deviceName }: { deviceName: string }) => deviceName);
const send = (from: TestDevice, sample = sampleOf()) =>
  server.bus.publishUplink(messageUplink(from.identity, clock.now(), [sample]));

/** Pairs of which a unit does not know the other one as it is. */
const outOfStep = () =>
  queryRows(
    server.db,
    sql`select d.devi_id from devices d left join devices o on o.devi_id = d.twin_device
      where (d.twin_name, d.twin_status) is distinct from (o.device_name, o.status)
        or (d.twin = 'CLONE' and d.user_tag <> o.user_tag)`,
  );
afterEach(async () => {
  expect(await outOfStep()).toEqual([]);
});

test('[C2.55 C2.56] a pair is found by the alarm of its clone and stands first in the list until the alarm is reset', async () => {
  expect(await names()).toEqual(['Astrid', 'Borghild']);
  await send(clone, sosSample({ at: clock.now() }));
  expect(await names()).toEqual(['Borghild', 'Astrid']);
  for (const query of [
    'status=alarm',
    'filter=alarm',
    'filter=0',
    'search=sn-clone&status=alarm',
    'search=borghild&filter=alarm',
  ])
    expect(await names(query), query).toEqual(['Borghild']);
  for (const query of ['status=clear', 'filter=clear', 'filter=ok'])
    expect(await names(query), 'not as one with which nothing is wrong').not.toContain('Borghild');
  const { body } = await call('GET', '?status=alarm');
  expect(body.devices).toMatchObject([
    { deviId: master.deviId, status: 'neverUsed', twinDevice: { deviId: clone.deviId, status: 'alarm' } },
  ]);
  const { alarms } = ((await server.call('GET', '/ajax/alarms', { as: nurse })) as TestAnswer).body;
  const reset = resetOrder();
  await server.call('POST', `/ajax/alarms/${alarms[0].alarmId}/reset`, { as: nurse, body: reset });
  expect(await names()).toEqual(['Astrid', 'Borghild']);
  expect(await names('status=alarm')).toEqual([]);
});

test('a pair is found while its clone is silent, and sorted by it', async () => {
  await send(master);
  await send(clone);
  const { db, bus } = server;
  const longAgo = new Date(clock.now() - 86_400_000);
  await db.update(devices).set({ lastMsgIn: longAgo }).where(eq(devices.deviId, clone.deviId));
  const context = createJobContext({ db, bus, clock, log: createLog({ level: 'silent' }) });
  const steady = { read: () => ({ now: clock.now(), since: 0, setAt: null }) };
  await offlineCheck.run({ ...context, steady });
  for (const query of ['status=offline', 'filter=offline', 'maintain=1', 'filter=technical'])
    expect(await names(query), query).toEqual(['Borghild']);
  expect((await names())[0]).toBe('Borghild');
  await send(clone);
  expect(await names('filter=offline')).toEqual([]);
});

test('a pair is listed by the name and the tag of its master, and found by the name of its clone', async () => {
  expect(await names('search=klokka')).toEqual(['Borghild']);
  await call('PUT', `/${master.deviId}/name`, { deviceName: 'Anna' });
  expect(await names('sort=name')).toEqual(['Anna', 'Astrid']);
  await send(clone, sosSample({ at: clock.now() }));
  expect(await names('search=anna&filter=alarm')).toEqual(['Anna']);
  await call('PUT', `/${master.deviId}/user_tag`, { userTag: 'GPS' });
  expect(await names('userTags=GPS&filter=alarm')).toEqual(['Anna']);
  expect(await names('userTags=NONE')).toEqual(['Astrid']);
});

test('a pair that is swapped is listed by its new master, and one that is separated as two devices', async () => {
  await send(clone, sosSample({ at: clock.now() }));
  await call('POST', `/${master.deviId}/twin/swap`);
  expect((await call('GET', '')).body.devices).toMatchObject([
    { deviId: clone.deviId, deviceName: 'Borghild', status: 'alarm', twinDevice: { deviId: master.deviId } },
    { deviceName: 'Astrid' },
  ]);
  await call('DELETE', `/${master.deviId}/twin`);
  expect(await names()).toEqual(['Borghild', 'Astrid', 'Klokka til Borghild']);
  expect(await names('filter=alarm')).toEqual(['Borghild']);
});

test('what both units send at once, and what people do meanwhile, ends without a deadlock', async () => {
  const press = async (unit: TestDevice) => {
    for (let round = 0; round < 8; round++) {
      expect(await send(unit, sosSample({ at: clock.now() + round * 1000 }))).toBe('stored');
      const { alarms } = ((await server.call('GET', '/ajax/alarms', { as: nurse })) as TestAnswer).body;
      const own = alarms.find(({ deviId }: { deviId: number }) => deviId === unit.deviId);
      if (own)
        await server.call('POST', `/ajax/alarms/${own.alarmId}/reset`, {
          as: nurse,
          body: resetOrder({ claimedAt: own.claimedAt, signalCount: own.signalCount }),
        });
    }
  };
  const rename = async () => {
    for (let round = 0; round < 8; round++)
      expect((await call('PUT', `/${master.deviId}/name`, { deviceName: `B${round}` })).status).toBe(200);
  };
  await Promise.all([press(master), press(clone), rename()]);
});

test.runIf(process.env.VARDE_TEST_POSTGRES !== undefined)(
  'a unit in stock that becomes the twin of a device is locked first if its number is the lower one',
  async () => {
    const { db } = server;
    const [{ custId: stock } = { custId: 0 }] = await db
      .select()
      .from(customers)
      .where(and(eq(customers.kind, 'stock'), eq(customers.parentId, home)));
    const unit = await createDevice(db, { custId: stock, serial: 'SN-EARLY' });
    const late = await createDevice(db, { custId: home, serial: 'SN-LATE' });
    const added: Promise<TestAnswer>[] = [];
    await db.transaction(async (tx) => {
      const lock = ({ deviId }: TestDevice) =>
        tx.select().from(devices).where(eq(devices.deviId, deviId)).for('update', { skipLocked: true });
      await lock(unit);
      added.push(
        call('POST', '', {
          ...{ deviceSerialNumber: 'SN-EARLY', deviceName: 'Klokke', custId: home },
          ...{ twinOf: late.deviId, unit: null },
        }),
      );
      const waiting = sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(() => queryRows(tx, waiting)).toHaveLength(1);
      expect(await lock(late), 'the device is free meanwhile').toHaveLength(1);
    });
    expect(await Promise.all(added)).toMatchObject([{ status: 200 }]);
  },
);
