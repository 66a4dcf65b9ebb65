import type { Alarm } from '@varde/contract/alarms';
import { deviceRowSchema, type PlacedDevice } from '@varde/contract/devices';
import type { LiveMessage } from '@varde/contract/live';
import { createCustomer, createDevice, createUser, type TestDevice } from '@varde/testing/factories';
import { type LiveClient, openLiveClient } from '@varde/testing/live-client';
import { resetOrder } from '@varde/testing/reset-order';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { eq, ne, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '#platform/clock/clock.ts';
import { raiseFlag } from '../jobs/raise-flag.ts';
import { alarms } from './alarms/tables.ts';
import { customers } from './customers/tables.ts';
import { presentDeviceRow } from './devices/device-row.ts';
import { deviceAssignments, devices } from './devices/tables.ts';

type Devices = LiveMessage<'devices'>;
type Row = Devices['changes'][number];

let server: TestServer;
const clients: LiveClient[] = [];
beforeAll(async () => {
  server = await startTestServer();
  const publish = server.bus.publishEvents;
  // Publishes in random order, as several processes do.
  server.bus.publishEvents = (events) => void setTimeout(() => publish(events), Math.random() * 60);
  await server.app.start();
});
afterAll(async () => {
  for (const client of clients) client.close();
  await server.close();
});

async function follow(
  cookie: string,
  headers: Record<string, string>,
  take: (message: unknown) => void,
): Promise<void> {
  const client = await openLiveClient(server.port(), { cookie });
  clients.push(client);
  client.send('SUBSCRIBE', { id: 'a', ...headers });
  const read = async () => {
    for (;;) take(JSON.parse((await client.next('MESSAGE')).body));
  };
  void read();
}

/** A subscriber that applies messages as the console does: whole rows, and the highest `rev` wins. */
async function followDevices(cookie: string, query: string): Promise<Map<number, Row>> {
  const rows = new Map<number, Row>();
  await follow(cookie, { destination: '/topic/devices', since: '0', query }, (message) => {
    const { changes, removed = [] } = message as Devices;
    for (const row of changes) if (row.rev > (rows.get(row.deviId)?.rev ?? 0)) rows.set(row.deviId, row);
    for (const deviId of removed) rows.delete(deviId);
  });
  return rows;
}

async function followAlarms(cookie: string): Promise<Map<number, Alarm>> {
  const known = new Map<number, Alarm>();
  await follow(cookie, { destination: '/topic/alarms' }, (message) => {
    for (const alarm of (message as LiveMessage<'alarms'>).alarms)
      if (alarm.rev > (known.get(alarm.alarmId)?.rev ?? 0)) known.set(alarm.alarmId, alarm);
  });
  return known;
}

const stateOf = ({ alarmId, rev, state, custId }: Alarm | typeof alarms.$inferSelect) => ({
  alarmId,
  rev,
  state,
  custId,
});

async function stored(belongs: (row: typeof devices.$inferSelect) => boolean) {
  const found = await server.db
    .select({ device: devices, custName: customers.firmName })
    .from(devices)
    .innerJoin(customers, eq(customers.custId, devices.custId));
  const rows = found.filter(({ device }) => belongs(device));
  return rows.map(({ device, custName }) => presentDeviceRow(device, custName));
}

/** A list's devices, in ascending order of their numbers. */
const summaryOf = (rows: Iterable<Row | PlacedDevice>) =>
  [...rows].sort((a, b) => a.deviId - b.deviId).map((row) => deviceRowSchema.parse(row));

test('after concurrent writes, published in any order, every subscriber has the state of the database', async () => {
  const custIds = [await createCustomer(server.db), await createCustomer(server.db)] as const;
  const owned: TestDevice[] = [];
  for (let number = 0; number < 8; number++)
    owned.push(await createDevice(server.db, { custId: custIds[number % 2] ?? 0 }));
  const admin = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: null }));
  const nurses = await Promise.all(
    custIds.map(async (custId) => server.loginAs(await createUser(server.db, { role: 'FIRM', custId }))),
  );
  const views = [
    { rows: await followDevices(admin, ''), belongs: () => true },
    {
      rows: await followDevices(admin, 'status=alarm'),
      belongs: ({ status }: { status: string }) => status === 'alarm',
    },
    ...(await Promise.all(
      custIds.map(async (custId, index) => ({
        rows: await followDevices(nurses[index] ?? '', ''),
        belongs: (device: { custId: number }) => device.custId === custId,
      })),
    )),
  ];

  const known = await followAlarms(admin);

  const write = async (kind: number, target: number): Promise<void> => {
    const device = owned[target % owned.length];
    if (device === undefined) return;
    const [open] = await server.db.select().from(alarms).where(ne(alarms.state, 'reset')).limit(1);
    const send = (sample: ReturnType<typeof sampleOf>) =>
      server.bus.publishUplink(messageUplink(device.identity, Date.now(), [sample]));
    if (kind < 3) await send(sampleOf({ battery: { level: target % 100 } }));
    else if (kind === 3) await send(sosSample());
    else if (kind === 4 && open)
      await server.call('POST', `/ajax/alarms/${open.alarmId}/claim`, { as: admin, body: {} });
    else if (kind === 5 && open)
      await server.call('POST', `/ajax/alarms/${open.alarmId}/reset`, {
        as: admin,
        body: resetOrder({ claimedAt: open.claimedAt?.getTime() ?? null, signalCount: open.signalCount }),
      });
    else if (kind === 6)
      await server.call('POST', `/ajax/devices/${device.deviId}/assignments`, {
        as: admin,
        body: { custId: custIds[target % 2] },
      });
    else
      await raiseFlag(
        { db: server.db, bus: server.bus, clock: systemClock },
        { where: sql`not ${devices.flags} @> '{offlineWarning}'`, cause: 'silent', metyId: null },
      );
  };

  const waves = fc.sample(
    fc.array(fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 999 })), {
      minLength: 12,
      maxLength: 12,
    }),
    { numRuns: 20, seed: 20 },
  );
  for (const wave of waves) {
    await Promise.all(wave.map(([kind, target]) => write(kind, target)));
    for (const { rows, belongs } of views) {
      const expected = summaryOf(await stored(belongs));
      await vi.waitFor(() => expect(summaryOf(rows.values())).toEqual(expected));
    }
    const raised = await server.db.select().from(alarms).orderBy(alarms.alarmId);
    await vi.waitFor(() => {
      const byNumber = [...known.values()].sort((a, b) => a.alarmId - b.alarmId);
      expect(byNumber.map(stateOf)).toEqual(raised.map(stateOf));
    }, 10_000);
  }
  const raised = await server.db.select().from(alarms);
  expect(raised.filter(({ state }) => state === 'reset').length).toBeGreaterThan(1);
  const moves = await server.db.select().from(deviceAssignments);
  expect(moves.length).toBeGreaterThan(owned.length + 3);
}, 120_000);
