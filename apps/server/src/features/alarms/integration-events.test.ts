import { alarmEventNumber as number } from '@varde/catalogue/alarm-events';
import type { Role } from '@varde/catalogue/permissions';
import type { AlarmEvent } from '@varde/contract/alarms';
import { webHookEvents } from '@varde/contract/web-hook-form';
import { createAlarm, createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarmSignals } from '#domain/alarms/tables.ts';
import { queueHookEvents } from '#domain/web-hooks/hook-events.ts';
import { addHook, replayDelivery } from '#domain/web-hooks/hooks.ts';
import { webHookDeliveries } from '#domain/web-hooks/tables.ts';
import { createLog } from '#platform/log/log.ts';
import { dayMs, type JobContext } from '../../jobs/job.ts';
import { createJobContext } from '../../jobs/job-context.ts';
import { retention } from '../../jobs/retention.ts';
import { webHookDelivery } from '../../jobs/web-hook-delivery.ts';

const tranId = 4711;

let server: TestServer;
let clock: ManualClock;
let context: JobContext;
let ids: { city: number; home: number };
let alarmId: number;
/** What the other system answers. */
let answer: () => Promise<number>;

beforeAll(async () => {
  clock = createManualClock();
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db, bus } = server;
  const city = await createCustomer(db, { firmName: 'Solvik kommune' });
  ids = { city, home: await createCustomer(db, { kind: 'home', parentId: city, firmName: 'Solhaug' }) };
  answer = async () => 204;
  const webHooks = { send: () => answer() };
  context = createJobContext({ db, bus, clock, log: createLog({ level: 'silent' }), webHooks });
  const at = new Date(clock.now());
  const { deviId } = await createDevice(db, { custId: ids.home });
  alarmId = await createAlarm(db, { deviId, custId: ids.home, tranId, at });
  await db.insert(alarmSignals).values({ alarmId, tranId, code: 'sos', happenedAt: at, receivedAt: at });
  await db.transaction((tx) => queueHookEvents(tx, [{ alarmId, event: 'alarmRaised', at }]));
});

const login = async (role: Role, custId: number | null) =>
  server.loginAs(await createUser(server.db, { role, custId }));
const hookAt = (custId: number, host = 'hooks.test.example') =>
  addHook(server.db, {
    ...{ custId, url: `https://${host}/in?key=secret`, events: webHookEvents, at: new Date(clock.now()) },
  });
const run = () => webHookDelivery.run(context);
const since = (at: number) => (at - clock.now()) / 1000;
const timeline = async (as: string): Promise<AlarmEvent[]> => {
  const { status, body } = await server.call('GET', `/ajax/alarms/analysis/${tranId}`, { as });
  expect(status).toBe(200);
  return body.alarms[0].events.filter(({ header }: AlarmEvent) => header === 105);
};
const shown = async (as: string) =>
  (await timeline(as)).map(({ number: no, party, result, reason }) => [no, party, result, reason]);
const { integrationAttempt, integrationSuccess, integrationFailure } = number;

describe('[D3.056 D3.057] the timeline of an alarm shows of each system that is told of it', () => {
  test('when it was tried first, and that it was accepted, as integration', async () => {
    await hookAt(ids.home);
    const nurse = await login('RESTRICTED_USER', ids.home);
    expect(await timeline(nurse)).toEqual([]);
    clock.advance(2000);
    answer = async () => {
      clock.advance(1500);
      return 204;
    };
    await run();
    expect((await timeline(nurse)).map(({ number: no, at, result }) => [no, since(at), result])).toEqual([
      [integrationAttempt, -1.5, 'alarmRaised'],
      [integrationSuccess, 0, 'HTTP 204'],
    ]);
  });

  test('every event of the alarm that it is told, in order, with what people did in between', async () => {
    await hookAt(ids.home);
    const nurse = await login('RESTRICTED_USER', ids.home);
    await run();
    clock.advance(1000);
    await server.call('POST', `/ajax/alarms/${alarmId}/claim`, { as: nurse });
    clock.advance(1000);
    await run();
    const { body } = await server.call('GET', `/ajax/alarms/analysis/${tranId}`, { as: nurse });
    expect(body.alarms[0].events.map((event: AlarmEvent) => [event.number, event.result])).toEqual([
      [number.triggered, 'sos'],
      [number.received, null],
      [integrationAttempt, 'alarmRaised'],
      [integrationSuccess, 'HTTP 204'],
      [number.claimed, 'inConsole'],
      [integrationAttempt, 'alarmClaimed'],
      [integrationSuccess, 'HTTP 204'],
    ]);
  });

  test('one attempt while it is tried again, with the reason, and the failure when it is given up after a day', async () => {
    await hookAt(ids.home);
    answer = async () => 502;
    const waits = [integrationAttempt, 'Solhaug, hooks.test.example', 'alarmRaised', 'answered 502'];
    await run();
    clock.advance(10_000);
    await run();
    expect(await shown(await login('FIRM', ids.home))).toEqual([waits]);
    while ((await server.db.select().from(webHookDeliveries))[0]?.state === 'waiting') {
      clock.advance(3_600_000);
      await run();
    }
    expect(await shown(await login('FIRM', ids.home))).toEqual([
      [...waits.slice(0, 3), undefined],
      [integrationFailure, 'Solhaug, hooks.test.example', 'HTTP 502', 'answered 502'],
    ]);
  });

  test('a new attempt when somebody sends it again, beside the failure', async () => {
    const { hookId } = await hookAt(ids.home);
    answer = async () => 502;
    await run();
    const [{ deliveryId } = { deliveryId: 0 }] = await server.db.select().from(webHookDeliveries);
    clock.advance(dayMs);
    await run();
    answer = async () => 200;
    await replayDelivery(server.db, { hookId, deliveryId, at: new Date(clock.now()) });
    await run();
    const events = await timeline(await login('FIRM', ids.home));
    expect(events.map((event) => [event.number, event.receipt])).toEqual([
      [integrationAttempt, `varde-${deliveryId}`],
      [integrationFailure, `varde-${deliveryId}`],
      [integrationAttempt, `varde-${deliveryId}`],
      [integrationSuccess, `varde-${deliveryId}`],
    ]);
  });

  test('longer than deliveries are kept, and after the web hook is removed, with what was still tried as failed', async () => {
    const { hookId } = await hookAt(ids.home);
    await run();
    answer = async () => 500;
    await server.call('POST', `/ajax/alarms/${alarmId}/claim`, { as: await login('FIRM', ids.home) });
    await run();
    clock.advance(8 * dayMs);
    await retention.run(context);
    expect(await server.db.$count(webHookDeliveries)).toBe(1);
    const manager = await login('FIRM', ids.home);
    await server.call('DELETE', `/ajax/customers/${ids.home}/web_hooks/${hookId}`, { as: manager });
    expect(await server.db.$count(webHookDeliveries)).toBe(0);
    expect((await shown(manager)).map(([no, , result, reason]) => [no, result, reason])).toEqual([
      [integrationAttempt, 'alarmRaised', undefined],
      [integrationSuccess, 'HTTP 204', undefined],
      [integrationAttempt, 'alarmClaimed', undefined],
      [integrationFailure, null, 'the web hook was removed'],
    ]);
  });

  test('nothing of a test of the web hook', async () => {
    const { hookId } = await hookAt(ids.home);
    const manager = await login('FIRM', ids.home);
    await server.call('POST', `/ajax/customers/${ids.home}/web_hooks/${hookId}/test`, { as: manager });
    await run();
    expect(await timeline(manager)).toHaveLength(2);
  });
});

test('whose web hook it is, where it leads and why it fails is for those who may see it there', async () => {
  await hookAt(ids.city, 'city.test.example');
  answer = () => Promise.reject(new Error('getaddrinfo ENOTFOUND city.test.example'));
  await run();
  const secret = [integrationAttempt, null, 'alarmRaised', undefined];
  for (const user of [
    await login('FIRM', ids.home),
    await login('RESTRICTED_USER', ids.city),
    await login('TRACKER', ids.home),
  ]) {
    expect(await shown(user)).toEqual([secret]);
    expect(JSON.stringify(await timeline(user))).not.toMatch(/test\.example|Solvik/);
  }
  const manager = await login('FIRM', ids.city);
  expect(await shown(manager)).toEqual([
    [
      ...[integrationAttempt, 'Solvik kommune, city.test.example', 'alarmRaised'],
      'getaddrinfo ENOTFOUND city.test.example',
    ],
  ]);
  expect(JSON.stringify(await timeline(manager))).not.toContain('secret');
});
