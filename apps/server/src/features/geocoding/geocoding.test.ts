import {
  type AddressService,
  kartverketAnswer,
  sendJson,
  startAddressService,
  storgata,
} from '@varde/testing/address-service';
import { createAlarm, createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addressLookups, addressSources } from '#domain/addresses/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { customers } from '#domain/customers/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { putIndoorLocation } from '#domain/devices/indoor-locations.ts';
import { knownMacsOf, putKnownMac } from '#domain/devices/known-macs.ts';
import { createGeocoders } from '#platform/geocoding/create-geocoders.ts';
import { createLog } from '#platform/log/log.ts';
import { addressLookup } from '../../jobs/address-lookup.ts';
import { createJobContext } from '../../jobs/job-context.ts';

let service: AddressService;
let server: TestServer;
const clock = createManualClock();
let homes: { city: number; mine: number; other: number };
let deviId: number;
const as = { nurse: '', tracker: '', other: '', manager: '' };

beforeAll(async () => {
  service = await startAddressService(() => undefined);
  server = await startTestServer({ clock, environment: { VARDE_ADDRESS_URL: service.url } });
});
afterAll(async () => {
  await server.close();
  await service.close();
});
beforeEach(async () => {
  const { db } = server;
  await server.clear();
  service.answer = (response) => sendJson(response, kartverketAnswer(storgata));
  service.calls.length = 0;
  const city = await createCustomer(db, { kind: 'municipality' });
  const home = () => createCustomer(db, { kind: 'home', parentId: city });
  homes = { city, mine: await home(), other: await home() };
  ({ deviId } = await createDevice(db, { custId: homes.mine, dehaId: 34 }));
  const login = async (role: 'RESTRICTED_USER' | 'TRACKER' | 'SUPERFIRM', custId: number) =>
    server.loginAs(await createUser(db, { role, custId }));
  as.nurse = await login('RESTRICTED_USER', homes.mine);
  as.tracker = await login('TRACKER', homes.mine);
  as.other = await login('SUPERFIRM', homes.other);
  as.manager = await login('SUPERFIRM', city);
});

/** The process with jobs. */
const lookUp = () => {
  const geocoders = createGeocoders({ service: 'kartverket', url: service.url, google: null });
  const { db, bus } = server;
  return addressLookup.run(createJobContext({ db, bus, clock, log: createLog({ level: 'silent' }), geocoders }));
};
const path = (rest: string) => `/ajax/devices/${deviId}/geocode${rest}`;
const get = (rest: string, who = as.nurse) => server.call('GET', path(rest), { as: who });
const here = '?lat=62.4722&lng=6.1549';
const put = (place: { lat: number; lng: number; address: string }, who = as.nurse) =>
  server.call('POST', path(''), { as: who, body: place });

describe('the address of a place', () => {
  test('[D7.096] is looked up for its latitude and longitude, and is a text; the call waits for nobody', async () => {
    service.answer = () => undefined;
    expect((await get(here)).body).toEqual({ address: '', done: false });
    expect(service.calls).toEqual([]);
    service.answer = (response) => sendJson(response, kartverketAnswer(storgata));
    await lookUp();
    expect((await get(here)).body).toEqual({ address: 'Storgata 1, 6002 Ålesund', done: true });
    expect((await get('?lat=62.472203&lng=6.154897', as.tracker)).body).toMatchObject({ done: true });
    expect(service.calls).toHaveLength(1);
  });

  test('[D7.094 D7.096] of an indoor location or an access point by its number is what people have entered, else that of its place', async () => {
    const { db } = server;
    const assignmentId = await presentAssignmentId(db, deviId);
    const location = { custId: null, boundTo: { assignmentId, deviId }, name: 'Stua', lat: 60, lng: 5 };
    const point = { type: 'W' as const, macAddress: '02:ad:24:49:ea:61', name: '', scannedTime: null };
    const points = [{ ...point, signalStrength: -60, add: true }];
    const store = (address: string) =>
      db.transaction((tx) => putIndoorLocation(tx, null, { ...location, points, address }));
    const entered = await store('Lia 7, 6003 Ålesund');
    expect((await get(`?inloId=${entered}`)).body).toEqual({ address: 'Lia 7, 6003 Ålesund', done: true });
    const placed = await store('');
    expect((await get(`?inloId=${placed}`)).body).toEqual({ address: '', done: false });
    await lookUp();
    expect(service.calls).toMatchObject([{ query: { lat: '60', lon: '5' } }]);
    expect((await get(`?inloId=${placed}`)).body).toEqual({ address: 'Storgata 1, 6002 Ålesund', done: true });
    const mac = { type: 'W' as const, macAddress: '02:ad:24:49:ea:60', location: 'Gangen', lat: null, lng: null };
    await putKnownMac(db, { ...mac, assignmentId, deviId, address: 'Lia 9, 6003 Ålesund' });
    const [known] = await knownMacsOf(db, assignmentId);
    expect((await get(`?dekmId=${known?.dekmId}`)).body).toEqual({ address: 'Lia 9, 6003 Ålesund', done: true });
    // Trackers see no indoor locations.
    expect((await get(`?inloId=${entered}`, as.tracker)).body).toEqual({ address: '', done: true });
  });

  test('does not exist at 0,0, beyond the poles or without coordinates, and is refused for what is no number', async () => {
    for (const query of ['?lat=0&lng=0', '?lat=90.5&lng=5', '?lat=5&lng=181', '?lat=1e308&lng=-1e308', '', '?lat=5'])
      expect((await get(query)).body, query).toEqual({ address: '', done: true });
    expect((await get('?lat=north&lng=5')).status).toBe(400);
    expect(await server.db.$count(addressLookups)).toBe(0);
  });

  test('of other customers’ devices is refused', async () => {
    expect((await get(here, as.other)).status).toBe(404);
    expect((await get('/search?text=Storgata', as.other)).status).toBe(404);
    expect((await put({ lat: 60, lng: 5, address: 'Lia 7' }, as.other)).status).toBe(404);
    expect((await put({ lat: 60, lng: 5, address: 'Lia 7' }, as.tracker)).status).toBe(403);
  });

  test('waits for a hundred places of one user at most: the last that were looked at', async () => {
    for (let n = 0; n < 103; n++) {
      clock.advance(1);
      await get(`?lat=${(60 + n / 100).toFixed(2)}&lng=5`);
    }
    const waiting = await server.db.select().from(addressLookups);
    expect(waiting).toHaveLength(100);
    expect(Math.min(...waiting.map(({ lat }) => lat))).toBe(6_003_000);
  });
});

describe('what people call a place', () => {
  test('[D7.095] is kept for the devices of their customer alone, before what a service says, and shown by its open alarms', async () => {
    const place = { lat: 62.4722, lng: 6.1549 };
    await createAlarm(server.db, { deviId, custId: homes.mine, place });
    const other = await createDevice(server.db, { custId: homes.other });
    await createAlarm(server.db, { deviId: other.deviId, custId: homes.other, place });
    await lookUp();
    const shown = async (who: string) => (await server.call('GET', '/ajax/alarms', { as: who })).body.alarms;
    const [before] = await shown(as.other);
    const name = '<b>Lia</b> 7, "bak" & ved';
    expect(await put({ ...place, address: `  ${name}  ` })).toMatchObject({ status: 200, body: { address: name } });
    expect((await get(here)).body).toEqual({ address: name, done: true });
    expect(await shown(as.nurse)).toMatchObject([{ address: name }]);
    expect(await shown(as.other)).toEqual([before]); // neither the address nor the revision
    expect(before).toMatchObject({ address: 'Storgata 1, 6002 Ålesund' });
    const [entry] = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'address.saved'));
    expect(JSON.stringify(entry)).not.toContain('Lia');
  });

  test('is refused for no place, without words, or when it is longer than an address', async () => {
    for (const body of [
      { lat: 0, lng: 0, address: 'Lia 7' },
      { lat: 91, lng: 0, address: 'Lia 7' },
      { lat: 60, lng: 5, address: ' ' },
      { lat: 60, lng: 5, address: 'x'.repeat(201) },
    ])
      expect((await put(body)).status).toBe(400);
  });
});

describe('a search', () => {
  test('is made by the job, and answers with places; nothing is asked in the call', async () => {
    const search = () => get('/search?text=%20STORGATA%20%201');
    expect((await search()).body).toEqual({ state: 'asking', addresses: [] });
    expect(service.calls).toEqual([]);
    await lookUp();
    const found = [{ address: 'Storgata 1, 6002 Ålesund', place: { lat: 62.4722, lng: 6.1549 } }];
    expect((await search()).body).toEqual({ state: 'found', addresses: found });
    expect(service.calls).toMatchObject([{ path: '/sok', query: { sok: 'storgata 1' } }]);
  });

  test('[D7.101] of what is typed so far completes it', async () => {
    await get('/complete?text=Storg');
    await lookUp();
    expect(service.calls).toMatchObject([{ query: { sok: 'storg*' } }]);
    expect((await get('/complete?text=Storg')).body).toMatchObject({ state: 'found' });
  });

  test('of a service that answers with a page for people is not said to have found nothing, and is made once one answers', async () => {
    service.answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Logg inn</h1>');
    expect((await get('/search?text=Storgata')).body).toEqual({ state: 'asking', addresses: [] });
    await expect(lookUp()).rejects.toThrow('no address service answers');
    expect((await get('/search?text=Storgata')).body).toEqual({ state: 'silent', addresses: [] });
    expect((await get('/complete?text=Lia')).body).toEqual({ state: 'silent', addresses: [] });
    await server.db.delete(addressSources); // it is left alone for 30 s of the database's time
    service.answer = (response) => sendJson(response, kartverketAnswer(storgata));
    expect((await get('/search?text=Storgata')).body).toEqual({ state: 'asking', addresses: [] });
    await lookUp();
    expect((await get('/search?text=Storgata')).body).toMatchObject({ state: 'found', addresses: [{}] });
  });
});

describe('a customer', () => {
  const setting = (custId: number, who: string, own?: 'inherited' | 'allowed' | 'forbidden') =>
    server.call(own === undefined ? 'GET' : 'PUT', `/ajax/customers/${custId}/address_lookup`, {
      as: who,
      ...(own !== undefined && { body: { own } }),
    });

  test('that forbids it has its places and words told to nobody, also below it, until one there allows it', async () => {
    expect((await setting(homes.city, as.manager)).body).toEqual({ own: 'inherited', above: 'allowed', mayEdit: true });
    expect((await setting(homes.city, as.manager, 'forbidden')).body).toMatchObject({ own: 'forbidden' });
    expect((await setting(homes.mine, as.manager)).body).toEqual({
      own: 'inherited',
      above: 'forbidden',
      mayEdit: true,
    });
    expect((await get(here)).body).toEqual({ address: '', done: true });
    expect((await get('/search?text=Storgata')).body).toEqual({ state: 'off', addresses: [] });
    expect(await server.db.$count(addressLookups)).toBe(0);
    await setting(homes.mine, as.manager, 'allowed');
    expect((await get(here)).body).toEqual({ address: '', done: false });
    const changed = await server.db.select().from(auditEntries).where(eq(auditEntries.custId, homes.city));
    expect(changed.map(({ action }) => action)).toContain('customer.changed');
  });

  test('is changed by its administrators alone', async () => {
    expect((await setting(homes.city, as.nurse, 'forbidden')).status).toBeGreaterThanOrEqual(403);
    expect((await setting(homes.other, as.nurse)).status).toBeGreaterThanOrEqual(403);
    const [stored] = await server.db.select().from(customers).where(eq(customers.custId, homes.city));
    expect(stored?.addressLookup).toBeNull();
  });
});
