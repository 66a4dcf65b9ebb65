import type { Browser } from '@playwright/test';
import { routes } from '@varde/contract/routes';
import type { Database } from '@varde/server/platform/database/database';
import { Load } from '@varde/simulator/load/load';
import { launchBrowser, openPage } from './browser.ts';
import { admin, fillCustomers, fillDevices, fillTransactions, identitiesOf, identityOf } from './fill.ts';
import { closeZoom, type Panned, panMaps } from './fleet-map-panned.ts';
import { type HttpClient, logIn } from './http-client.ts';
import type { Measurement } from './measurement.ts';
import type { Resources } from './resources.ts';
import { createSite } from './site.ts';
import { percentile, whole } from './statistics.ts';
import { startServer } from './varde-server.ts';

const alarms = 50;
const movesPerSecond = 500;
const markersOfDevice = 50;
const firstFrameMs = 2000;
const longestTaskMs = 100;
/** Over an empty map, where that alone has longer tasks than that. */
const mostRatio = 1.5;
/** Uncompressed: 50,000 devices would have some 40 MB. */
const answerBytes = 500_000;

export const fleetMap: Measurement = {
  name: 'map',
  title: 'The map of all devices',
  async run(resources) {
    await resources.console();
    const devices = resources.quick ? 2000 : 50_000;
    const site = await createSite('PGlite', resources);
    await site.withDatabase(async ({ db }) => {
      await fillCustomers(db);
      await fillDevices(db, 1, devices);
      await placeDevices(db);
      await fillTransactions(db, 1, 2 * markersOfDevice);
    });
    const server = await startServer(site);
    const client = await logIn(server.url, admin);
    const browser = await launchBrowser();
    const frames = await firstFrames(browser, server.url, client, resources);
    const markers = await markersInFrames(browser, server.url, client);
    const seconds = resources.quick ? 1 : 15;
    const load = new Load({
      host: '127.0.0.1',
      port: server.ports.eview,
      identities: identitiesOf(1, movesPerSecond),
      homeOf: (identity) => homes.get(identity) ?? middle,
      uplinksEach: 60 + 20 * seconds,
      firstAt: Date.now(),
      ratePerSecond: movesPerSecond,
    });
    await load.connect();
    load.start();
    const panned = await panMaps(browser, server.url, client, seconds);
    load.stop();
    load.close();
    await browser.close();
    await server.stop();
    await site.remove();
    return sectionOf(devices, frames, markers, panned);
  },
};

interface Frames {
  /** From the answer with the devices to the frame that shows them. */
  frame: number[];
  /** From the start of the navigation. */
  whole: number[];
  /** The largest answer. */
  bytes: number;
  marks: number;
}

interface Markers {
  all: number;
  /** From the first one to the last one. */
  frames: number;
}

function sectionOf(devices: number, { frame, whole: all, bytes, marks }: Frames, markers: Markers, panned: Panned) {
  const times = (some: number[]) => [0.5, 0.95].map((share) => `${whole(percentile(some, share))} ms`).join(' / ');
  const { all: country, close, empty } = panned;
  const longest = Math.max(country.longest, close.longest);
  const ratio = longest / Math.max(empty.longest, 1);
  return {
    text: `${whole(devices)} devices over all of Norway on PGlite, ${alarms} of them with an open alarm, on the map of a user who sees them all. The first frame is the one after the first mark is in the document, from the end of the answer with the devices. The longest task is the maximum processor time of a task on the page's main thread while the map is dragged to and fro and ${movesPerSecond} devices a second report a new position: the whole country, where most devices are in clusters, and at zoom ${closeZoom} the part where these ${movesPerSecond} are, most of them by themselves. Moves are those that the browser got by the live channel meanwhile, for the devices in view. The empty map has a filter that finds nothing, at the same time in the same browser. Without a graphics card the library draws on the processor. The frames of one device are those that the browser draws from its first marker to all ${markersOfDevice}.`,
    header: ['', 'found'],
    rows: [
      ['first frame after the data, p50 / p95', times(frame)],
      ['first frame after the start of the navigation, p50 / p95', times(all)],
      ['largest answer, without compression', `${whole(bytes / 1000)} kB`],
      ['marks', whole(marks)],
      [`longest task, the country, ${movesPerSecond} moves a second`, `${country.longest} ms`],
      [`longest task, closely, ${movesPerSecond} moves a second`, `${close.longest} ms`],
      ['moves a second on the closer map, and their bytes', `${whole(close.moves)}, ${whole(close.bytes / 1000)} kB`],
      ['longest task, empty map', `${empty.longest} ms`],
      [`frames of ${markers.all} markers of a device`, String(markers.frames)],
    ],
    targets: [
      {
        what: `the first frame of ${whole(devices)} devices after their data (p95)`,
        target: `at most ${whole(firstFrameMs)} ms`,
        found: `${whole(percentile(frame, 0.95))} ms`,
        met: percentile(frame, 0.95) <= firstFrameMs,
      },
      {
        what: 'the largest answer with what the map shows of them',
        target: `at most ${whole(answerBytes / 1000)} kB`,
        found: `${whole(bytes / 1000)} kB`,
        met: bytes <= answerBytes,
      },
      {
        what: `the longest task while ${movesPerSecond} devices a second move and the map is dragged, over an empty map`,
        target: `at most ${longestTaskMs} ms or ${mostRatio} ×`,
        found: `${longest} ms, ${ratio.toFixed(1)} ×`,
        met: longest <= longestTaskMs || ratio <= mostRatio,
      },
      {
        what: `moves that are drawn a second of ${movesPerSecond}, closely`,
        target: 'at least 50',
        found: whole(close.moves),
        met: close.moves >= 50,
      },
      {
        what: `frames until all ${markersOfDevice} markers of one device are there`,
        target: '1',
        found: `${markers.frames} (${markers.all} markers)`,
        met: markers.frames === 1 && markers.all === markersOfDevice,
      },
    ],
  };
}

/** The middle of the map that shows all devices. */
const middle = { lat: 65.3, lng: 9.2 };
/** So far from each other that few are in a cluster, with those who live between them, where the map is close. */
const apart = { lat: 0.0213, lng: 0.05 };
const columns = 25;
/** Where those live that move, by identity. */
const homes = new Map(
  Array.from({ length: movesPerSecond }, (_, at) => [
    identityOf(at + 1),
    {
      lat: middle.lat + (Math.floor(at / columns) - movesPerSecond / columns / 2) * apart.lat,
      lng: middle.lng + ((at % columns) - columns / 2) * apart.lng,
    },
  ]),
);

/** Over all of Norway, many in few towns as people live; some have an alarm. Those that move are where they live. */
async function placeDevices(db: Database): Promise<void> {
  await db.execute(`
    update devices set
      pos_lati = case when devi_id % 3 = 0 then 58.1 + (devi_id::bigint * 7919 % 12900) / 1000.0 else 59.9 + (devi_id::bigint * 7919 % 997) / 9970.0 end,
      pos_long = case when devi_id % 3 = 0 then 5.2 + (devi_id::bigint * 104729 % 8000) / 1000.0 else 10.6 + (devi_id::bigint * 104729 % 991) / 4955.0 end,
      pos_type = 0`);
  await db.execute(`
    update devices set flags = '{alarmWarning}', status = 'alarm'
    where devi_id in (select devi_id from devices order by devi_id desc limit ${alarms})`);
  const moving = [...homes].map(([identity, { lat, lng }]) => `('${identity}', ${lat}, ${lng})`).join();
  await db.execute(`
    update devices set pos_lati = lat, pos_long = lng, pos_time = now() - interval '1 hour'
    from device_identities i join (values ${moving}) as home (identity, lat, lng) using (identity)
    where i.devi_id = devices.devi_id`);
}

async function firstFrames(
  browser: Browser,
  url: string,
  client: HttpClient,
  { quick }: Pick<Resources, 'quick'>,
): Promise<Frames> {
  const found: Frames = { frame: [], whole: [], bytes: 0, marks: 0 };
  for (let round = 0; round < (quick ? 1 : 5); round++) {
    const page = await openPage(browser, url, client);
    await page.addInitScript(noteFirstMark);
    await page.goto(`${url}/#/map`);
    const at = (await (await page.waitForFunction(() => (globalThis as Noted).benchFirstMark)).jsonValue()) ?? 0;
    await page.waitForLoadState('networkidle');
    const answers = await page.evaluate((path) => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return entries
        .filter(({ name }) => name.includes(path))
        .map(({ responseEnd, decodedBodySize }) => ({ responseEnd, decodedBodySize }));
    }, routes.listMapDevices.path);
    found.frame.push(at - (answers[0]?.responseEnd ?? Number.NaN));
    found.whole.push(at);
    found.bytes = Math.max(found.bytes, ...answers.map(({ decodedBodySize }) => decodedBodySize));
    found.marks = Math.max(found.marks, await page.locator('[data-kind]').count());
    await page.context().close();
  }
  return found;
}

/** On the page of the first device. */
async function markersInFrames(browser: Browser, url: string, client: HttpClient): Promise<Markers> {
  const page = await openPage(browser, url, client);
  await page.addInitScript(noteMarkers);
  await page.goto(`${url}/#/mapsingle/1?count=${markersOfDevice}`);
  await page.locator('.maplibregl-marker[role=img]').last().waitFor();
  await page.waitForTimeout(2000); // for what may come later
  const counts = await page.evaluate(() => (globalThis as Noted).benchMarkers ?? []);
  await page.context().close();
  const all = Math.max(0, ...counts);
  return { all, frames: counts.indexOf(all) + 1 };
}

type Noted = typeof globalThis & { benchFirstMark?: number; benchMarkers?: number[] };

/** Runs in the page: the frame after the first mark. */
function noteFirstMark(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('[data-kind]') === null) return;
    observer.disconnect();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        (globalThis as Noted).benchFirstMark = performance.now();
      }),
    );
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Runs in the page: how many markers each frame has, from the first one that has any. */
function noteMarkers(): void {
  const counts: number[] = [];
  (globalThis as Noted).benchMarkers = counts;
  const look = () => {
    const count = document.querySelectorAll('.maplibregl-marker[role=img]').length;
    if (count > 0) counts.push(count);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
