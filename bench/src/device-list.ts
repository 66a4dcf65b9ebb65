import { alarmFilters } from '@varde/catalogue/alarm-filters';
import { deviceSorts } from '@varde/contract/filters';
import { routes } from '@varde/contract/routes';
import type { Engine } from './engines.ts';
import {
  admin,
  fillCustomers,
  fillDevices,
  fillLists,
  fillOwnLists,
  fillSensors,
  municipalityUser,
  rareType,
  sensorOf,
  serialOf,
} from './fill.ts';
import { type HttpClient, logIn } from './http-client.ts';
import { type Call, timesInTurns } from './in-turns.ts';
import type { Measurement } from './measurement.ts';
import type { Resources } from './resources.ts';
import { createSite, type Site } from './site.ts';
import { percentile, whole } from './statistics.ts';
import { startServer, type VardeServer } from './varde-server.ts';

const targetRatio = 1.5;
/** Runs of each call. With fewer, a single pause of the machine determines the p95. */
const rounds = 200;

/** A word, each filter and each order alone, and the costly combination of several. */
const filters: Readonly<Record<string, Record<string, string>>> = {
  'search for a word': { search: 'solhaug' },
  'filter: customer': { custId: '101' },
  'filter: type': { dehaId: String(rareType) },
  'filter: wifi': { wifi: '1' },
  'filter: user tag': { userTags: 'GPS' },
  'filter: maintain': { maintain: '1' },
  'filter: test due': { testDue: '1' },
  'filter: reaches nobody': { reachesNobody: '1' },
  'filter: sensor, a word': { sensor: 'røykvarsler' },
  'filter: sensor, a number': { sensor: sensorOf(4900) },
  ...Object.fromEntries(alarmFilters.map(({ key }) => [`filter: alarm, ${key}`, { filter: key }])),
  'filter: status': { status: 'offline' },
  ...Object.fromEntries(deviceSorts.map((sort) => [`sort: ${sort}`, { sort }])),
  'filters: type, maintain and word': { dehaId: String(rareType), maintain: '1', search: 'solhaug' },
};

type Times = Map<string, readonly number[]>;

export const deviceList: Measurement = {
  name: 'list',
  title: 'The list call',
  async run(resources) {
    const [small, large] = resources.quick ? [1000, 2000] : [10_000, 100_000];
    const rows: string[][] = [];
    let worst = { ratio: 0, name: '' };
    for (const engine of resources.engines) {
      const [few, many] = await measure(engine, [small, large], resources);
      for (const [name, times] of few) {
        const more = many.get(name) ?? [];
        const ratio = percentile(more, 0.95) / percentile(times, 0.95);
        if (ratio > worst.ratio) worst = { ratio, name: `${engine}, ${name}` };
        rows.push([engine, name, ...cells(times), ...cells(more), ratio.toFixed(1)]);
      }
    }
    return {
      text: `\`GET ${routes.listDevices.path}\` over HTTP, one call after the other, to two servers in turn, pages of 200 (10 for a word or a filter, so that the municipality fills them at both sizes), at ${whole(small)} and at ${whole(large)} devices. The first page includes the count. The deep page is in the middle of the list. The municipality has one device in twenty.`,
      header: ['database', 'call', ...header(small), ...header(large), 'ratio of p95'],
      rows,
      targets: [
        {
          what: `the list of ${whole(large)} devices, over that of ${whole(small)} (p95)`,
          target: `at most ${targetRatio} ×`,
          found: `${worst.ratio.toFixed(1)} × (${worst.name})`,
          met: worst.ratio <= targetRatio,
        },
      ],
    };
  },
};

const header = (devices: number) => ['p50', 'p95'].map((name) => `${name} at ${whole(devices)}`);
const cells = (times: readonly number[]) => [0.5, 0.95].map((share) => `${percentile(times, share).toFixed(1)} ms`);

/** Times in milliseconds by call, for each of two numbers of devices. */
async function measure(
  engine: Engine,
  sizes: readonly [number, number],
  resources: Resources,
): Promise<[Times, Times]> {
  const sites: Site[] = [];
  const servers: VardeServer[] = [];
  for (const size of sizes) {
    const site = await filledSite(engine, size, resources);
    sites.push(site);
    servers.push(await startServer(site));
  }
  const found = await measureCalls(servers, sizes, resources.quick ? 1 : rounds);
  for (const server of servers) await server.stop();
  for (const site of sites) await site.remove();
  return found;
}

async function filledSite(engine: Engine, size: number, resources: Resources): Promise<Site> {
  const site = await createSite(engine, resources);
  site.environment.VARDE_CALLS_PER_SECOND = '100000'; // the calls are measured, not the rate limit of a user
  site.environment.VARDE_SMS_URL = 'http://127.0.0.1:9/'; // without a provider all alarms reach nobody
  await site.withDatabase(async ({ db }) => {
    await fillCustomers(db);
    await fillLists(db);
    await fillDevices(db, 1, size);
    await fillOwnLists(db, 1, size);
    await fillSensors(db, 1, size);
    await db.execute('vacuum analyze'); // as autovacuum does eventually; it would otherwise work during the calls
  });
  return site;
}

async function measureCalls(
  servers: readonly VardeServer[],
  sizes: readonly [number, number],
  count: number,
): Promise<[Times, Times]> {
  const times: [Map<string, number[]>, Map<string, number[]>] = [new Map(), new Map()];
  const [few, many] = await Promise.all(sizes.map((size, at) => callsOf(servers[at]?.url ?? '', size)));
  for (const [name, call] of few ?? []) {
    const other = many?.get(name);
    if (other === undefined) throw new Error(`${name} is not called at ${sizes[1]} devices`);
    const [ofFew, ofMany] = await timesInTurns(count, [call, other]);
    times[0].set(name, ofFew);
    times[1].set(name, ofMany);
  }
  return times;
}

/** Each call by its name, for a site with so many devices. */
async function callsOf(url: string, devices: number): Promise<Map<string, Call>> {
  const calls = new Map<string, Call>();
  for (const [who, login] of [
    ['admin', admin],
    ['municipality', municipalityUser],
  ] as const) {
    const client = await logIn(url, login);
    const deep = await cursorInTheMiddle(client, who === 'admin' ? devices : devices / 20);
    const queries = new Map<string, Record<string, string>>([
      ['first page', {}],
      ['deep page', { cursor: deep }],
      ['search for a serial number', { search: serialOf(Math.round(0.4711 * devices)).slice(2) }],
    ]);
    for (const [name, query] of Object.entries(filters)) queries.set(name, { ...query, limit: '10' });
    for (const [name, query] of queries) calls.set(`${who}: ${name}`, () => list(client, query));
  }
  return calls;
}

async function cursorInTheMiddle(client: HttpClient, devices: number): Promise<string> {
  const limit = Math.min(500, devices / 2);
  let cursor: string | null = null;
  for (let seen = 0; seen < devices / 2; seen += limit) {
    const query: Record<string, string> = cursor === null ? {} : { cursor };
    cursor = (await list(client, { ...query, limit: String(limit) })).nextCursor;
  }
  if (cursor === null) throw new Error(`fewer than ${devices} devices were listed`);
  return cursor;
}

async function list(client: HttpClient, query: Record<string, string>): Promise<{ nextCursor: string | null }> {
  const answer = await client.get(`${routes.listDevices.path}?${new URLSearchParams(query)}`);
  return answer as { nextCursor: string | null };
}
