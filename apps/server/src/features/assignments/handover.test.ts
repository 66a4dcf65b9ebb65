import { metyId } from '@varde/catalogue/message-types';
import type { Sample } from '@varde/catalogue/report';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { type LiveClient, openLiveClient } from '@varde/testing/live-client';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { postponedUplinks } from '@varde/testing/processing';
import { resetOrder } from '@varde/testing/reset-order';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { beginAssignment } from '#domain/life/begin-assignment.ts';

/**
 * Two homes of one city and two devices. The first device is handed over from the former home to the present one; the
 * second stays. Tests run end to end: uplink, processing, live channel, HTTP and audit log.
 */
let server: TestServer;
let clock: ManualClock;
let clients: LiveClient[] = [];
let homes: { former: number; present: number };
let moved: { deviId: number; identity: string };
let staying: { deviId: number; identity: string };
/** A nurse of each home, who sees the latest assignment of her home; a manager of the city, who sees all. */
let who: { former: string; present: string; manager: string };
let handedOverAt: number;

beforeAll(async () => {
  clock = createManualClock();
  server = await startTestServer({ clock });
  await server.app.start();
});
afterAll(() => server.close());
afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const city = await createCustomer(db);
  const former = await createCustomer(db, { kind: 'home', parentId: city, firmName: 'Solvik' });
  const present = await createCustomer(db, { kind: 'home', parentId: city, firmName: 'Nabohjemmet' });
  homes = { former, present };
  moved = await createDevice(db, { custId: former, deviceName: 'Astrid', serial: 'SN-MOVED' });
  staying = await createDevice(db, { custId: former });
  const nurseOf = async (custId: number) => server.loginAs(await createUser(db, { role: 'RESTRICTED_USER', custId }));
  who = {
    former: await nurseOf(former),
    present: await nurseOf(present),
    manager: await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: city })),
  };
});

const minute = 60_000;
const before = { lat: 59.1111, lng: 10.1, source: 'gps' as const };
const since = { lat: 60.2222, lng: 11.2, source: 'gps' as const };
const assign = (custId: number) =>
  server.call('POST', `/ajax/devices/${moved.deviId}/assignments`, { as: who.manager, body: { custId } });
async function handOver(custId = homes.present): Promise<void> {
  clock.advance(minute);
  handedOverAt = clock.now();
  expect((await assign(custId)).status).toBe(200);
  clock.advance(minute);
}
const send = (samples: Sample[], { identity } = moved) =>
  server.bus.publishUplink(messageUplink(identity, clock.now(), samples));
/** A stored message from this long before (negative) or after the handover. */
const kept = (ms: number, given: Partial<Sample> = {}): Sample =>
  sampleOf({ metyId: metyId.position, at: handedOverAt + ms, historical: true, ...given });

async function follow(as: string, destination: string): Promise<LiveClient> {
  const client = await openLiveClient(server.port(), { cookie: as });
  clients.push(client);
  client.send('SUBSCRIBE', { id: 'a', destination, receipt: 'r' });
  await client.next('RECEIPT');
  return client;
}
// biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
async function nextUntil(client: LiveClient, isLast: (message: any) => boolean): Promise<string> {
  const texts = [];
  for (;;) {
    const { body } = await client.next('MESSAGE');
    texts.push(body);
    if (isLast(JSON.parse(body))) return texts.join('\n');
  }
}
const read = async (as: string, url: string) => server.call('GET', `/ajax/${url}`, { as });
const positionsOf = async (as: string, part: 'positions' | 'transactions', { deviId } = moved) => {
  const { status, body } = await read(as, `devices/${deviId}/${part}`);
  return status === 200 ? body[part].map(({ posLati }: { posLati: number }) => posLati) : status;
};
const openAlarms = async (as: string) => (await read(as, 'alarms')).body.alarms;

describe('a backlog that arrives after the handover', () => {
  test('is published to the subscribers of its own time, split at the exact time of the handover', async () => {
    const former = await follow(who.former, `/topic/transactions/${moved.deviId}`);
    await handOver();
    const present = await follow(who.present, `/topic/transactions/${moved.deviId}`);
    await send([kept(-1, { position: before }), kept(0, { position: since })]);
    await send([sampleOf({ metyId: metyId.position, position: { ...since, lat: 61.4444 } })]); // the last one
    await send([kept(-2, { position: { ...before, lat: 58 } })]);
    const hasLast =
      (lat: number) =>
      ({ transactions }: { transactions: { posLati: number }[] }) =>
        transactions.some(({ posLati }) => posLati === lat);
    const toPresent = await nextUntil(present, hasLast(61.4444));
    const toFormer = await nextUntil(former, hasLast(58));
    expect(toPresent).toContain(String(since.lat));
    expect(toPresent).not.toContain(String(before.lat));
    expect(toFormer).toContain(String(before.lat));
    expect(toFormer).not.toContain(String(since.lat));
    expect(toFormer).not.toContain('61.4444');
  });

  test('is found over HTTP by the home of that time, and not by the present one', async () => {
    await handOver();
    await send([kept(-1, { position: before }), kept(0, { position: since })]);
    expect(await positionsOf(who.former, 'transactions')).toEqual([before.lat]);
    expect(await positionsOf(who.present, 'transactions')).toEqual([since.lat]);
    expect(await positionsOf(who.present, 'positions')).toEqual([since.lat]);
    expect(await positionsOf(who.former, 'positions')).toBe(404);
  });

  test('without the historical mark, sent late, belongs to its own time too', async () => {
    await handOver();
    await send([kept(-1, { position: before, historical: false })]);
    expect(await positionsOf(who.former, 'transactions')).toEqual([before.lat]);
    expect(await positionsOf(who.present, 'transactions')).toEqual([]);
    const { body } = await read(who.present, `devices/${moved.deviId}`);
    expect(body).toMatchObject({ posLati: null, posLong: null });
  });

  test('does not restore the former wearer’s position on the device, in any order of arrival', async () => {
    const device = await follow(who.manager, `/topic/device/${moved.deviId}`);
    await handOver();
    const place = async () => {
      const { body } = await read(who.present, `devices/${moved.deviId}`);
      return [body.posLati, body.place];
    };
    await send([kept(-1, { position: before, place: 'Stua' })]);
    expect(await place()).toEqual([null, null]);
    await send([kept(0, { position: since })]);
    expect(await place()).toEqual([since.lat, null]);
    await send([kept(-1, { place: 'Stua' })]);
    expect(await place()).toEqual([since.lat, null]);
    const received = await nextUntil(device, (message) => message.device?.posLati === since.lat);
    expect(received).not.toContain(String(before.lat));
  });

  test('in the second of the handover is the present wearer’s if the device sends whole seconds', async () => {
    clock.advance(1_300 - (clock.now() % 1_000)); // the handover comes 300 ms after a whole second
    await handOver();
    const keptAt = (ms: number, lat: number) => kept(ms, { position: { ...since, lat } });
    await send([keptAt(-300, 58), keptAt(-1_300, 57), keptAt(-299, 56), keptAt(-1, 55)]);
    expect(await positionsOf(who.present, 'positions')).toEqual([58]);
  });

  test('is not published to users of the same home without access to the former wearer', async () => {
    const nurse = await follow(who.former, `/topic/transactions/${moved.deviId}`);
    const manager = await follow(who.manager, `/topic/transactions/${moved.deviId}`);
    await handOver(homes.former);
    await send([kept(-1, { position: before })]);
    await send([kept(0, { position: since })]);
    const hasLast = ({ transactions }: { transactions: { posLati: number }[] }) =>
      transactions.some(({ posLati }) => posLati === since.lat);
    expect(await nextUntil(nurse, hasLast)).not.toContain(String(before.lat));
    expect(await nextUntil(manager, hasLast)).toContain(String(before.lat));
    expect(await positionsOf(who.former, 'transactions')).toEqual([since.lat]);
  });

  test('of a device that was not handed over goes to its own home', async () => {
    await handOver();
    await send([kept(-1, { position: before })], staying);
    expect(await positionsOf(who.former, 'transactions', staying)).toEqual([before.lat]);
    expect(await positionsOf(who.former, 'positions', staying)).toEqual([before.lat]);
    expect(await positionsOf(who.present, 'transactions', staying)).toBe(404);
  });

  test('keeps no frame with samples of both wearers', async () => {
    await handOver();
    await send([kept(0, { position: since }), kept(-1, { position: before })]);
    const { body } = await read(who.present, `devices/${moved.deviId}/transactions`);
    const one = await read(who.present, `devices/${moved.deviId}/transactions/${body.transactions[0].tranId}`);
    expect(one.body).toMatchObject({ posLati: since.lat, raw: null });
  });

  test('is audited as a look at the home of its own time', async () => {
    await handOver();
    await send([kept(-1, { position: before }), kept(0, { position: since })]);
    await follow(who.manager, `/topic/transactions/${moved.deviId}`);
    await positionsOf(who.manager, 'positions');
    await positionsOf(who.former, 'transactions');
    const looks = async (action: 'transactions.followed' | 'positions.read' | 'transactions.read') =>
      (
        await server.db
          .select({ custId: auditEntries.custId })
          .from(auditEntries)
          .where(and(eq(auditEntries.action, action), eq(auditEntries.deviId, moved.deviId)))
          .orderBy(auditEntries.custId)
      ).map(({ custId }) => custId);
    expect(await looks('transactions.followed')).toEqual([homes.former, homes.present]);
    expect(await looks('positions.read')).toEqual([homes.former, homes.present]);
    expect(await looks('transactions.read')).toEqual([homes.former]);
  });
});

describe('a late alarm of the former wearer', () => {
  const lateSos = (ms = -1) => kept(ms, { ...sosSample({ at: handedOverAt + ms }), position: before });

  test('belongs, with its position, to the home that was responsible, and is published without it to the present one', async () => {
    await handOver();
    await send([sampleOf({ metyId: metyId.position, position: since })]);
    const [former, present] = [await follow(who.former, '/topic/alarms'), await follow(who.present, '/topic/alarms')];
    await send([lateSos()]);
    const hasAlarm = ({ alarms }: { alarms: unknown[] }) => alarms.length > 0;
    const toFormer = JSON.parse((await nextUntil(former, hasAlarm)).split('\n').at(-1) ?? '').alarms;
    const toPresent = JSON.parse((await nextUntil(present, hasAlarm)).split('\n').at(-1) ?? '').alarms;
    const happened = { happenedAt: handedOverAt - 1, state: 'open', abilities: ['claim', 'reset', 'share'] };
    const full = { custId: homes.former, custName: 'Solvik', posLati: before.lat, fromBefore: false };
    const bare = { custId: homes.present, custName: 'Nabohjemmet', posLati: null, fromBefore: true };
    expect(toFormer).toMatchObject([{ ...happened, ...full }]);
    expect(toPresent).toMatchObject([{ ...happened, ...bare, posTime: null, place: null }]);
    expect(await openAlarms(who.former)).toMatchObject([{ ...happened, ...full }]);
    expect(await openAlarms(who.present)).toMatchObject([{ ...happened, ...bare }]);
    expect(JSON.stringify(toPresent)).not.toContain(String(before.lat));
    expect(JSON.stringify(toFormer)).not.toContain(String(since.lat));
  });

  test('does not show the former home the device’s present name', async () => {
    await handOver();
    await server.db.update(devices).set({ deviceName: 'Borghild' }).where(eq(devices.deviId, moved.deviId));
    const former = await follow(who.former, '/topic/alarms');
    await send([lateSos()]);
    const received = await nextUntil(former, (message) => message.alarms.length > 0);
    expect(received).not.toContain('Borghild');
    expect(await openAlarms(who.former)).toMatchObject([{ deviceName: 'SN-MOVED' }]);
    expect(await openAlarms(who.present)).toMatchObject([{ deviceName: 'Borghild' }]);
  });

  test('is two alarms, each handled by its own home, and the device’s warning is that of the present one', async () => {
    await handOver();
    await send([lateSos()]);
    const [old] = await openAlarms(who.former);
    const [notice] = await openAlarms(who.present);
    const reset = (as: string, alarmId: number) =>
      server.call('POST', `/ajax/alarms/${alarmId}/reset`, {
        as,
        body: resetOrder(),
      });
    const warned = async () => (await read(who.present, `devices/${moved.deviId}`)).body.alarmWarning as boolean;
    expect((await reset(who.present, old.alarmId)).status).toBe(404);
    expect(await warned()).toBe(true);
    expect((await reset(who.former, old.alarmId)).status).toBe(200);
    expect(await warned()).toBe(true);
    expect(await openAlarms(who.present)).toHaveLength(1);
    expect((await reset(who.present, notice.alarmId)).status).toBe(200);
    expect(await warned()).toBe(false);
    const logged = async (as: string) =>
      (await read(as, `devices/${moved.deviId}/transactions`)).body.transactions.map(
        (row: { metyId: number }) => row.metyId,
      );
    expect(await logged(who.former)).toEqual([metyId.alarmReset, metyId.alarm]);
    expect(await logged(who.present)).toEqual([metyId.alarmReset]);
  });

  test('is never counted together with a press of the present wearer, in any order', async () => {
    await handOver();
    await send([lateSos(-2)]);
    await send([sosSample({ position: since })]);
    await send([lateSos(-1)]);
    expect(await openAlarms(who.former)).toMatchObject([{ signalCount: 2, posLati: before.lat }]);
    expect(await openAlarms(who.present)).toMatchObject([
      { fromBefore: false, signalCount: 1, posLati: since.lat },
      { fromBefore: true, signalCount: 2, posLati: null },
    ]);
  });

  test('at the instant of the handover is the present wearer’s', async () => {
    await handOver();
    await send([lateSos(0)]);
    expect(await openAlarms(who.former)).toEqual([]);
    expect(await openAlarms(who.present)).toMatchObject([{ fromBefore: false, posLati: before.lat }]);
  });

  test('without a position gets no position of the present wearer, and the present one’s gets none of the former', async () => {
    await send([sampleOf({ metyId: metyId.position, position: before })]);
    await handOver();
    await send([sampleOf({ metyId: metyId.position, position: since, place: 'Kjøkkenet' })]);
    await send([kept(-1, sosSample({ at: handedOverAt - 1 }))]);
    // Pressed before the handover, reported in a record from after it.
    const press = { metyId: metyId.manDown, code: 'fall', at: handedOverAt - 1 };
    await send([kept(0, { metyId: metyId.manDown, events: [press], position: { ...since, lat: 62 }, place: 'Badet' })]);
    const nowhere = { posLati: null, posTime: null, posType: null, place: null };
    expect(await openAlarms(who.former)).toMatchObject([nowhere, nowhere]);
    expect(await openAlarms(who.present)).toMatchObject([
      { ...nowhere, fromBefore: true },
      { ...nowhere, fromBefore: true },
    ]);
  });

  test('at the same home is one alarm from before, with its position for users with access to all', async () => {
    const nurse = await follow(who.former, '/topic/alarms');
    const manager = await follow(who.manager, '/topic/alarms');
    await handOver(homes.former);
    await send([lateSos()]);
    const hasAlarm = ({ alarms }: { alarms: unknown[] }) => alarms.length > 0;
    expect(await nextUntil(nurse, hasAlarm)).not.toContain(String(before.lat));
    expect(await nextUntil(manager, hasAlarm)).toContain(String(before.lat));
    const [shown, ...others] = await openAlarms(who.former);
    expect(others).toEqual([]);
    expect(shown).toMatchObject({ fromBefore: true, posLati: null, abilities: ['claim', 'reset', 'share'] });
    expect(await openAlarms(who.manager)).toMatchObject([{ fromBefore: true, posLati: before.lat }]);
    const claimed = await server.call('POST', `/ajax/alarms/${shown.alarmId}/claim`, { as: who.former });
    expect(claimed.body).toMatchObject({ state: 'claimed', posLati: null, posTime: null });
    const received = await nextUntil(nurse, (message) => message.alarms[0]?.state === 'claimed');
    expect(received).not.toContain(String(before.lat));
  });

  test('does not follow the present wearer', async () => {
    await handOver();
    await send([lateSos(), sosSample({ position: since })]);
    const former = await follow(who.former, '/topic/alarms');
    const present = await follow(who.present, '/topic/alarms');
    clock.advance(minute);
    await send([sampleOf({ metyId: metyId.position, position: { ...since, lat: 63.3333 } })]);
    const isPlaced = (message: { alarms: { latestPlace: { posLati: number } | null }[] }) =>
      message.alarms.some(({ latestPlace }) => latestPlace?.posLati === 63.3333);
    await nextUntil(present, isPlaced);
    await send([lateSos(-2)]); // the last one to the former home
    const isSecond = (message: { alarms: { signalCount: number }[] }) =>
      message.alarms.some(({ signalCount }) => signalCount === 2);
    expect(await nextUntil(former, isSecond)).not.toContain('63.3333');
    expect(await openAlarms(who.former)).toMatchObject([{ latestPlace: null }]);
    expect(await openAlarms(who.present)).toMatchObject([
      { fromBefore: false, latestPlace: { posLati: 63.3333 } },
      { fromBefore: true, latestPlace: null },
    ]);
  });

  test('loses its position for the home that handed the device over and got it back for another wearer', async () => {
    await handOver();
    await send([lateSos()]);
    await server.db.update(alarms).set({ state: 'reset' }).where(eq(alarms.custId, homes.present));
    expect(await openAlarms(who.former)).toMatchObject([{ fromBefore: false, posLati: before.lat }]);
    const { beginsAt } = (await assign(homes.former)).body as { beginsAt: number };
    expect(beginsAt).toBe(clock.now());
    expect(await openAlarms(who.former)).toMatchObject([{ fromBefore: true, posLati: null }]);
  });
});

test('a clock that was set back after the handover does not make the present wearer’s alarm the former one’s', async () => {
  await handOver();
  clock.step(-60 * minute);
  await send([sosSample({ position: since })]);
  await send([sampleOf({ metyId: metyId.position, at: clock.now(), position: since })]);
  expect(await openAlarms(who.former)).toEqual([]);
  expect(await openAlarms(who.present)).toMatchObject([{ fromBefore: false, posLati: since.lat }]);
  expect(await positionsOf(who.present, 'transactions')).toEqual([since.lat, since.lat]);
});

test.runIf(process.env.VARDE_TEST_POSTGRES !== undefined)(
  'an alarm that waits for a handover to be committed is stored, and is the present wearer’s',
  async () => {
    await handOver();
    const { pending, verdict } = await server.db.transaction(async (tx) => {
      await tx.execute(sql`select from devices where devi_id = ${moved.deviId} for update`);
      const before = await postponedUplinks();
      const pending = send([sosSample({ position: since })]);
      await expect.poll(() => tx.execute(sql`select 1`).then(postponedUplinks)).toBeGreaterThan(before);
      await beginAssignment(tx, { deviId: moved.deviId, custId: homes.former, at: new Date(clock.now()) });
      return { pending, verdict: await Promise.race([pending, 'waiting']) };
    });
    expect(verdict).toBe('waiting');
    expect(await pending).toBe('stored');
    expect(await openAlarms(who.present)).toEqual([]);
    expect(await openAlarms(who.former)).toMatchObject([{ fromBefore: false, posLati: since.lat }]);
  },
);
