import type { ServerResponse } from 'node:http';
import {
  type AddressService,
  kartverketAnswer,
  sendJson,
  startAddressService,
  storgata,
} from '@varde/testing/address-service';
import { createAlarm, createCustomer, createDevice, createTransaction, createUser } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addressAt } from '#domain/addresses/address-cache.ts';
import { foundFor, wantSearch } from '#domain/addresses/address-searches.ts';
import { placeKeyOf } from '#domain/addresses/place-key.ts';
import { addresses, addressSources } from '#domain/addresses/tables.ts';
import { wantAddress } from '#domain/addresses/wanted-places.ts';
import { findAlarms } from '#domain/alarms/alarms.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { wordsOf } from '#domain/alarms/words-of-alarm.ts';
import { customers } from '#domain/customers/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import { type OpenDatabase, queryRows } from '#platform/database/database.ts';
import { createGeocoders } from '#platform/geocoding/create-geocoders.ts';
import { createLog } from '#platform/log/log.ts';
import { addressLookup } from './address-lookup.ts';
import { createJobContext } from './job-context.ts';

const here = { lat: 62.472201, lng: 6.1549 };
const there = { lat: 59.9139, lng: 10.7522 };

let opened: OpenDatabase;
let service: AddressService;
let clock: ManualClock;
let homes: { city: number; home: number };
let deviId: number;
let userId: number;
const published: { alarmId: number; address: string | null; latestAddress: string | null; rev: number }[] = [];

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { db } = opened;
  await clearTables(db);
  clock = createManualClock();
  const city = await createCustomer(db, { kind: 'municipality' });
  homes = { city, home: await createCustomer(db, { kind: 'home', parentId: city }) };
  ({ deviId } = await createDevice(db, { custId: homes.home, deviceName: 'Astrid Lie' }));
  ({ userId } = await createUser(db, { role: 'FIRM', custId: homes.home }));
  service = await startAddressService((response) => sendJson(response, kartverketAnswer(storgata)));
  published.length = 0;
});
afterEach(() => service.close());

/** A process with jobs, which asks these services. */
function createProcess(settings: Partial<Parameters<typeof createGeocoders>[0]> = {}) {
  const bus = createInProcessBus();
  bus.onEvents((events) => {
    for (const event of events) if (event.type === 'alarm') published.push(event.alarm);
  });
  const geocoders = createGeocoders({ service: 'kartverket', url: service.url, google: null, ...settings });
  return createJobContext({ db: opened.db, bus, clock, log: createLog({ level: 'silent' }), geocoders });
}
const run = () => addressLookup.run(createProcess());
const alarmAt = (place: { lat: number; lng: number }, more: { at?: Date; custId?: number; deviId?: number } = {}) =>
  createAlarm(opened.db, { deviId, custId: homes.home, metyId: 1, place, ...more });
const key = (place: { lat: number; lng: number }) => {
  const found = placeKeyOf(place);
  if (found === null) throw new Error('no such place');
  return found;
};
const addressOf = (place: { lat: number; lng: number }, custId = homes.home) =>
  addressAt(opened.db, { ...key(place), custId }, clock.now());
const look = (place: { lat: number; lng: number }, custId = homes.home) =>
  wantAddress(opened.db, { ...key(place), custId }, { userId, now: clock.now() });
/** Services may be asked at once: the spacing has a test of its own. */
const withoutWaiting = () => opened.db.delete(addressSources);
const asked = () => service.calls.map(({ query }) => query.lat);

/** The device reports that it is there. */
async function moveTo(place: { lat: number; lng: number }, second: number): Promise<void> {
  const at = new Date(clock.now() + second * 1000);
  await opened.db
    .update(devices)
    .set({ posLati: place.lat, posLong: place.lng, posTime: at, posType: 0 })
    .where(eq(devices.deviId, deviId));
  await messageFrom(place, { at });
}

async function messageFrom(
  place: { lat: number; lng: number },
  { at, historical = false, assignmentId }: { at: Date; historical?: boolean; assignmentId?: number },
): Promise<void> {
  const tranId = await createTransaction(opened.db, {
    ...{ deviId, custId: homes.home, recTs: at },
    ...(assignmentId !== undefined && { assignmentId }),
  });
  await opened.db
    .update(transactions)
    .set({ posLati: place.lat, posLong: place.lng, posTime: at, historical })
    .where(eq(transactions.tranId, tranId));
}

describe('an alarm', () => {
  test('shows coordinates at once, and its address with a later revision as soon as it is known', async () => {
    const alarmId = await alarmAt(here);
    await opened.db.update(alarms).set({ rev: 0 });
    const [before] = await findAlarms(opened.db, [alarmId]);
    expect(before).toMatchObject({ address: null, alarm: { posLati: here.lat } });
    await run();
    expect(published).toMatchObject([{ alarmId, posLati: here.lat, address: 'Storgata 1, 6002 Ålesund' }]);
    expect(published[0]?.rev).toBeGreaterThan(0);
  });
  test('that was being committed while its address was stored shows it as soon as it is looked at, once', async () => {
    // Its transaction had begun, and read no address.
    const [begun] = await queryRows<{ rev: string }>(opened.db, sql`select nextval('rev_seq') as rev`);
    await alarmAt(here);
    await run();
    const alarmId = await alarmAt(here, { deviId: (await createDevice(opened.db, { custId: homes.home })).deviId });
    await opened.db
      .update(alarms)
      .set({ rev: Number(begun?.rev) })
      .where(eq(alarms.alarmId, alarmId));
    published.length = 0;
    await withoutWaiting();
    await run();
    expect(published.find((one) => one.alarmId === alarmId)).toMatchObject({ address: 'Storgata 1, 6002 Ålesund' });
    published.length = 0;
    await withoutWaiting();
    await run();
    expect(published).toEqual([]);
  });
  test('keeps the address that it shows while the next one is asked for: it goes back to coordinates never', async () => {
    const alarmId = await alarmAt(here, { at: new Date(clock.now() - 60_000) });
    await run();
    const shown = async () => (await findAlarms(opened.db, [alarmId]))[0]?.latestAddress;
    await moveTo(there, 1);
    expect(await shown()).toBe('Storgata 1, 6002 Ålesund');
    service.answer = (response) => sendJson(response, kartverketAnswer({ ...storgata, street: 'Lia 7' }));
    await run();
    expect(await shown()).toBe('Lia 7, 6002 Ålesund');
    await moveTo({ lat: 59.92, lng: 10.76 }, 2);
    expect(await shown()).toBe('Lia 7, 6002 Ålesund');
    service.answer = (response) => sendJson(response, kartverketAnswer());
    await withoutWaiting();
    await run();
    expect(await shown(), 'where no address is').toBe('Lia 7, 6002 Ålesund');
  });
  describe('whose wearer has gone where no address is known yet', () => {
    const somewhere = { lat: 59.92, lng: 10.76 };
    let alarmId: number;
    const shown = async () => {
      const [found] = await findAlarms(opened.db, [alarmId]);
      return found && { own: found.address, latest: found.latestAddress };
    };
    const knowAddressOfThere = async () => {
      await look(there);
      await run();
      expect(await addressOf(there)).toBe('Storgata 1, 6002 Ålesund');
    };
    beforeEach(async () => {
      alarmId = await alarmAt(here, { at: new Date(clock.now() - 60_000) });
      await opened.db.insert(addresses).values({ ...key(here), custId: homes.home, ...unknown });
    });
    /** A service was asked, and knows no address. */
    const unknown = { address: '', lookedUpAt: new Date(), named: false, keptUntil: new Date('2100-01-01') };

    test('never shows the address of a place where the device was before, and that it sent later', async () => {
      await knowAddressOfThere();
      await moveTo(somewhere, 1);
      await messageFrom(there, { at: new Date(clock.now() + 2000), historical: true });
      expect(await shown()).toEqual({ own: '', latest: '' });
    });
    test('never shows the address of another wearer of the device', async () => {
      await knowAddressOfThere();
      await moveTo(somewhere, 1);
      await messageFrom(there, { at: new Date(clock.now() + 2000), assignmentId: 4711 });
      expect(await shown()).toEqual({ own: '', latest: '' });
    });
    test('never shows where its wearer has gone as the address of its own place', async () => {
      await knowAddressOfThere();
      await moveTo(there, 1);
      expect(await shown()).toEqual({ own: '', latest: 'Storgata 1, 6002 Ålesund' });
    });
  });
  test('shows the address where its wearer has gone', async () => {
    await opened.db
      .update(devices)
      .set({ posLati: there.lat, posLong: there.lng, posTime: new Date(clock.now() + 60_000), posType: 0 })
      .where(eq(devices.deviId, deviId));
    const alarmId = await createAlarm(opened.db, { deviId, custId: homes.home, at: new Date(clock.now() + 1000) });
    await run();
    expect(published.at(-1)).toMatchObject({ alarmId, address: null, latestAddress: 'Storgata 1, 6002 Ålesund' });
    expect(asked()).toEqual(['59.9139']);
  });
  test('is told with its place and, once it is known, its address: in writing beside the place, aloud by name', async () => {
    const alarmId = await alarmAt(here);
    const tell = async () => {
      const [found] = await findAlarms(opened.db, [alarmId]);
      return found && (await wordsOf(opened.db, found, 'nb'));
    };
    expect(await tell()).toMatchObject({ place: '62.47220, 6.15490', placeName: '' });
    await run();
    expect(await tell()).toMatchObject({
      place: 'Storgata 1, 6002 Ålesund (62.47220, 6.15490)',
      placeName: 'Storgata 1, 6002 Ålesund',
    });
  });
  test('the open one that has waited longest comes first, before claimed ones and before what somebody looks at; reset ones ask nobody', async () => {
    const at = (minutes: number) => new Date(clock.now() - minutes * 60_000);
    await look({ lat: 60.4, lng: 5.3 });
    const unit = async () => (await createDevice(opened.db, { custId: homes.home })).deviId;
    await alarmAt({ lat: 60.3, lng: 5 }, { at: at(9) });
    const claimed = await alarmAt({ lat: 60.1, lng: 5 }, { at: at(1), deviId: await unit() });
    await alarmAt({ lat: 60.2, lng: 5 }, { at: at(5), deviId: await unit() });
    const reset = await alarmAt({ lat: 60.5, lng: 5 }, { at: at(0), deviId: await unit() });
    await opened.db.update(alarms).set({ state: 'claimed' }).where(eq(alarms.alarmId, claimed));
    await opened.db
      .update(alarms)
      .set({ state: 'reset', resetAt: at(0) })
      .where(eq(alarms.alarmId, reset));
    service.answer = (response) => {
      void withoutWaiting();
      sendJson(response, kartverketAnswer(storgata));
    };
    await run();
    expect(asked()).toEqual(['60.3', '60.2', '60.1', '60.4']);
  }, 20_000);
});

test('[D9.020] calls of one service are at least 1500 ms apart, also those of two processes, and each place is asked once', async () => {
  for (const lat of [60.1, 60.2, 60.3]) await look({ lat, lng: 5 });
  const began = performance.now();
  await Promise.all([run(), run()]);
  expect(asked().toSorted()).toEqual(['60.1', '60.2', '60.3']);
  // A call may arrive late, and the next one then seems to come too soon; none begins before its turn.
  for (const [turn, { at }] of service.calls.entries()) expect(at - began).toBeGreaterThan(1500 * turn - 50);
}, 20_000);

test('a place to five decimals is asked once for a customer, and for each that asks: none learns what another one knows', async () => {
  await alarmAt({ lat: 62.472201, lng: 6.154899 });
  await run();
  await look({ lat: 62.4722, lng: 6.1549 });
  await withoutWaiting();
  await run();
  expect(service.calls).toHaveLength(1);
  expect(await addressOf(here, homes.city)).toBeNull();
  await look({ lat: 62.4722, lng: 6.1549 }, homes.city);
  await run();
  expect(service.calls).toHaveLength(2);
  expect(await addressOf(here, homes.city)).toBe('Storgata 1, 6002 Ålesund');
});

test('customers take turns, and of one the place that has waited longest comes first', async () => {
  service.answer = (response) => {
    void withoutWaiting();
    sendJson(response, kartverketAnswer(storgata));
  };
  for (const lat of [60.1, 60.2, 60.3]) {
    await look({ lat, lng: 5 });
    clock.advance(1000);
  }
  for (const lat of [61.1, 61.2]) {
    await look({ lat, lng: 5 }, homes.city);
    clock.advance(1000);
  }
  const job = createProcess();
  const end = clock.now();
  // Each lookup is a moment later than the one before.
  const now = vi.spyOn(clock, 'now').mockImplementation(() => end + service.calls.length);
  await addressLookup.run(job);
  now.mockRestore();
  expect(asked()).toEqual(['60.1', '61.1', '60.2', '61.2', '60.3']);
}, 20_000);

describe('a service that fails', () => {
  let fallback: AddressService;
  beforeEach(async () => {
    service.answer = (response) => response.writeHead(500).end();
    fallback = await startAddressService((response) =>
      sendJson(response, {
        status: 'OK',
        results: [{ formatted_address: 'Storgata 1, Ålesund', geometry: { location: { lat: 62.4722, lng: 6.1549 } } }],
      }),
    );
  });
  afterEach(() => fallback.close());
  const both = () => addressLookup.run(createProcess({ google: { url: fallback.url, key: 'nokkel-1234' } }));

  test('[D7.103] the maps service is asked in its place', async () => {
    await alarmAt(here);
    await both();
    expect(await addressOf(here)).toBe('Storgata 1, Ålesund');
    expect([service.calls.length, fallback.calls.length]).toEqual([1, 1]);
  });
  test('[D8.013] when the maps service fails as well, an empty address is kept, and both are asked again later', async () => {
    fallback.answer = (response) => response.writeHead(503).end();
    const alarmId = await alarmAt(here);
    await expect(both()).rejects.toThrow('no address service answers');
    expect(await addressOf(here)).toBe('');
    expect(await findAlarms(opened.db, [alarmId])).toMatchObject([{ address: '' }]);
    await both(); // both are left alone, and the place has been asked about
    expect([service.calls.length, fallback.calls.length]).toEqual([1, 1]);
    clock.advance(61_000);
    await withoutWaiting();
    service.answer = (response) => sendJson(response, kartverketAnswer(storgata));
    await both();
    expect(published).toMatchObject([{ alarmId, address: 'Storgata 1, 6002 Ålesund' }]);
  });
  test('where nobody can be asked, a place keeps its turn', async () => {
    await alarmAt(here);
    await look(there);
    await expect(run()).rejects.toThrow();
    await run();
    expect(asked()).toHaveLength(1);
    expect(await opened.db.$count(addresses)).toBe(1); // nothing was looked for, so that alarms do not wait for it
    expect(await addressOf(there)).toBeNull();
    await withoutWaiting();
    service.answer = (response) => sendJson(response, kartverketAnswer(storgata));
    await run();
    expect(await addressOf(there)).toBe('Storgata 1, 6002 Ålesund');
  });
});

test('a turn or a rest that is hours away is none: the clock was set back', async () => {
  await alarmAt(here);
  await opened.db.insert(addressSources).values({ source: 'kartverket', freeAt: new Date(Date.now() + 3_600_000) });
  await run();
  expect(published).toMatchObject([{ address: 'Storgata 1, 6002 Ålesund' }]);
  const [turn] = await opened.db.select().from(addressSources);
  expect(turn?.freeAt.getTime()).toBeLessThan(Date.now() + 30_000);
});

describe('nobody is asked', () => {
  const set = (custId: number, addressLookup: boolean | null) =>
    opened.db.update(customers).set({ addressLookup }).where(eq(customers.custId, custId));

  test('about places of a customer that forbids it, or below one that does, unless it says otherwise itself', async () => {
    await alarmAt(here);
    await look(there);
    await set(homes.city, false);
    await run();
    await set(homes.home, false);
    await set(homes.city, null);
    await run();
    expect(service.calls).toEqual([]);
    await set(homes.city, false);
    await set(homes.home, true);
    await run();
    expect(service.calls).toHaveLength(2);
  });
  test('about places that do not exist, nor about 0,0', async () => {
    for (const place of [
      { lat: 0, lng: 0 },
      { lat: 90.1, lng: 0 },
      { lat: 1, lng: -180.5 },
      { lat: 1e300, lng: 1e300 },
      { lat: Number.NaN, lng: 5 },
    ]) {
      expect(placeKeyOf(place)).toBeNull();
      await alarmAt(place, { deviId: (await createDevice(opened.db, { custId: homes.home })).deviId });
    }
    await run();
    expect(service.calls).toEqual([]);
  });
  test('where no service is configured', async () => {
    await alarmAt(here);
    await addressLookup.run(createProcess({ url: null }));
    expect(service.calls).toEqual([]);
  });
});

test('the last words of a user are asked for, once a day, between the places that somebody looks at', async () => {
  const wordsOfHome = (words: string) => ({ kind: 'complete', words, custId: homes.home }) as const;
  const search = (words: string) => wantSearch(opened.db, wordsOfHome(words), { userId, now: clock.now() });
  for (const words of ['s', 'st', 'sto', 'stor']) {
    await search(words);
    clock.advance(100);
  }
  await look(there);
  service.answer = (response) => {
    void withoutWaiting();
    sendJson(response, kartverketAnswer(storgata));
  };
  await run();
  expect(service.calls.map(({ query }) => query.lat ?? query.sok)).toEqual(['59.9139', 'stor*']);
  const found = await foundFor(opened.db, wordsOfHome('stor'), clock.now());
  expect(found).toEqual([{ address: 'Storgata 1, 6002 Ålesund', place: { lat: 62.4722, lng: 6.1549 } }]);
  const elsewhere = { ...wordsOfHome('stor'), custId: homes.city };
  expect(await foundFor(opened.db, elsewhere, clock.now()), 'another customer').toBeNull();
  await search('stor');
  await run();
  expect(service.calls).toHaveLength(2);
}, 20_000);

describe('a refused question', () => {
  const refuse = (response: ServerResponse) => sendJson(response, { feil: 'ugyldig' }, 400);
  test('rests itself alone: the next alarm has its address at once', async () => {
    service.answer = (response, { path }) =>
      path.endsWith('/sok') ? refuse(response) : sendJson(response, kartverketAnswer(storgata));
    await wantSearch(opened.db, { kind: 'search', words: '%', custId: homes.home }, { userId, now: clock.now() });
    await expect(run()).rejects.toThrow('refuses');
    const alarmId = await alarmAt(here);
    await run();
    expect(published).toMatchObject([{ alarmId, address: 'Storgata 1, 6002 Ålesund' }]);
    expect(service.calls.map(({ path }) => path)).toEqual(['/sok', '/punktsok']);
  });
  test('of one place rests that place for a minute, and no other', async () => {
    service.answer = (response, { query }) =>
      query.lat === '59.9139' ? refuse(response) : sendJson(response, kartverketAnswer(storgata));
    await alarmAt(there, { at: new Date(clock.now() - 1000) });
    const alarmId = await alarmAt(here, { deviId: (await createDevice(opened.db, { custId: homes.home })).deviId });
    await expect(run()).rejects.toThrow('refuses');
    expect(published.at(-1)).toMatchObject({ alarmId, address: 'Storgata 1, 6002 Ålesund' });
    expect(service.calls).toHaveLength(2);
  });
});

test('the places of alarms come before all searches', async () => {
  service.answer = (response) => {
    void withoutWaiting();
    sendJson(response, kartverketAnswer(storgata));
  };
  await wantSearch(opened.db, { kind: 'search', words: 'storgata', custId: homes.home }, { userId, now: clock.now() });
  await alarmAt(here);
  await alarmAt(there, { deviId: (await createDevice(opened.db, { custId: homes.home })).deviId });
  await run();
  expect(service.calls.map(({ path }) => path)).toEqual(['/punktsok', '/punktsok', '/sok']);
}, 20_000);

test('a service that asks to be left alone for longer is', async () => {
  service.answer = (response) => response.writeHead(429, { 'retry-after': '120' }).end();
  await alarmAt(here);
  await expect(run()).rejects.toThrow('no address service answers');
  const [turn] = await opened.db.select().from(addressSources);
  expect((turn?.freeAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(100_000);
});
