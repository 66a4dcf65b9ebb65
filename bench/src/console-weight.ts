import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { routes } from '@varde/contract/routes';
import { Load } from '@varde/simulator/load/load';
import { root } from '../../scripts/run.ts';
import { launchBrowser, openPage } from './browser.ts';
import { admin, fillCustomers, fillDevices, identitiesOf } from './fill.ts';
import { firstRow, timesOfLogin, timesToFirstRow } from './first-row.ts';
import { type HttpClient, logIn } from './http-client.ts';
import { loadWholeList, scrollList, tasksDuring } from './long-tasks.ts';
import type { Measurement } from './measurement.ts';
import { createSite } from './site.ts';
import { percentile, whole } from './statistics.ts';
import { startServer, type VardeServer } from './varde-server.ts';

const loginBytes = 90_000;
const listBytes = 250_000;
/** Longer tasks make a page feel unresponsive (RAIL: answers within 100 ms). */
const longestTaskMs = 100;
const changesPerSecond = 500;
/** From the button of the login to the first device, and of a reload; on an idle machine, p50. */
const loginMs = 1000;
const reloadMs = 500;
/** A longer frame is visible as a jerk; measured beyond that of an empty page. */
const longestFrameMs = 50;
const dist = join(root, 'apps/console/dist');

export const consoleWeight: Measurement = {
  name: 'console',
  title: 'The console',
  async run(resources) {
    await resources.console();
    const devices = resources.quick ? 2000 : 10_000;
    const site = await createSite('PGlite', resources);
    await site.withDatabase(async ({ db }) => {
      await fillCustomers(db);
      await fillDevices(db, 1, devices);
    });
    const server = await startServer(site);
    const client = await logIn(server.url, admin);
    const browser = await launchBrowser();
    const views = await weighViews(browser, server.url, client);
    const rounds = resources.quick ? 1 : 10;
    const first = await timesToFirstRow(browser, server.url, client, rounds);
    const loggedIn = await timesOfLogin(browser, server.url, rounds);
    const tasks = await tasksOfScrolling(browser, server.url, client);
    const changing = await tasksWhileChanging(browser, server, client, devices, resources.quick ? 1 : 10);
    await browser.close();
    await server.stop();
    await site.remove();
    return sectionOf(devices, views, { ...first, login: loggedIn }, { still: tasks[0] ?? 0, ...changing });
  },
};

interface Views {
  login: string[];
  list: string[];
  map: string[];
}

function sectionOf(
  devices: number,
  { login, list, map }: Views,
  first: Record<'cold' | 'warm' | 'login', number[]>,
  longest: { still: number; changing: number; empty: number },
) {
  const bytes = { login: gzipBytes(login), list: gzipBytes(list), map: gzipBytes(map) };
  const early = mapLibraryFiles().filter((file) => login.includes(file) || list.includes(file));
  const times = (some: number[]) => [0.5, 0.95].map((share) => `${whole(percentile(some, share))} ms`).join(' / ');
  return {
    text: `JavaScript that Chromium fetches for each view with an empty cache, ${'`gzip -9`'} bytes of the files of the production build. The time to the first row is from the start of the navigation to a device of the list in the DOM, with ${whole(devices)} devices on PGlite: with an empty cache, and again on the same page; that of a login is from its button. The longest task is the maximum processor time of a task on the page's main thread (script, layout and paint) while the list is scrolled down and up, 60 screens each; measured again with all ${whole(devices)} rows loaded while ${changesPerSecond} devices a second change. The empty page has no list, and is scrolled at the same time in the same browser.`,
    header: ['', 'login', 'list', 'map of a device'],
    rows: [
      ['JavaScript, gzip', ...Object.values(bytes).map((value) => `${(value / 1000).toFixed(1)} kB`)],
      ['files', ...[login, list, map].map(({ length }) => String(length))],
      ['first row, empty cache, p50 / p95', '', times(first.cold), ''],
      ['first row, again, p50 / p95', '', times(first.warm), ''],
      ['first row after a login, p50 / p95', '', times(first.login), ''],
      ['longest task while scrolling', '', `${longest.still} ms`, ''],
      [`the same, ${changesPerSecond} changes a second`, '', `${longest.changing} ms`, ''],
      ['the same, empty page', '', `${longest.empty} ms`, ''],
    ],
    targets: [
      kilobytes('JavaScript of the login, gzip', bytes.login, loginBytes),
      kilobytes('JavaScript of the list, gzip', bytes.list, listBytes),
      {
        what: 'files of the map library that login and list load',
        target: 'none',
        found: early.length === 0 ? 'none' : early.join(', '),
        met: early.length === 0,
      },
      milliseconds('a login to the first row (p50)', first.login, loginMs),
      milliseconds('a reload to the first row (p50)', first.warm, reloadMs),
      {
        what: 'the longest task while the list is scrolled',
        target: `at most ${longestTaskMs} ms`,
        found: `${longest.still} ms`,
        met: longest.still <= longestTaskMs,
      },
      {
        what: `the same while ${changesPerSecond} devices a second change, beyond an empty page`,
        target: `at most ${longestFrameMs} ms`,
        found: `${longest.changing - longest.empty} ms`,
        met: longest.changing - longest.empty <= longestFrameMs,
      },
    ],
  };
}

const kilobytes = (what: string, bytes: number, most: number) => ({
  what,
  target: `at most ${most / 1000} kB`,
  found: `${(bytes / 1000).toFixed(1)} kB`,
  met: bytes <= most,
});

const milliseconds = (what: string, times: readonly number[], most: number) => ({
  what,
  target: `at most ${whole(most)} ms`,
  found: `${whole(percentile(times, 0.5))} ms`,
  met: percentile(times, 0.5) <= most,
});

/** Paths of the scripts that each view fetches. */
async function weighViews(browser: Browser, url: string, client: HttpClient): Promise<Views> {
  const { devices: listed } = (await client.get(routes.listDevices.path)) as {
    devices: { deviId: number; posLati: number | null }[];
  };
  const scriptsOf = async (hash: string, selector: string, as: HttpClient | null) => {
    const page = await openPage(browser, url, as);
    const scripts = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.js')) scripts.add(pathname.slice(1));
    });
    await page.goto(`${url}/${hash}`);
    await page.locator(selector).first().waitFor({ timeout: 20_000 });
    await page.waitForLoadState('networkidle');
    await page.context().close();
    return [...scripts];
  };
  return {
    login: await scriptsOf('', 'input[type=password]', null),
    list: await scriptsOf('', firstRow, client),
    map: await scriptsOf(`#/mapsingle/${listed[0]?.deviId}`, 'canvas', client),
  };
}

async function tasksOfScrolling(browser: Browser, url: string, client: HttpClient): Promise<number[]> {
  const page = await openPage(browser, url, client);
  await page.goto(url);
  await page.locator(firstRow).waitFor();
  const tasks = await tasksDuring(browser, page, () => scrollList(page));
  await page.context().close();
  return tasks;
}

/** The longest task with all rows loaded while devices change, and that of an empty page at the same time. */
async function tasksWhileChanging(
  browser: Browser,
  { url, ports }: VardeServer,
  client: HttpClient,
  devices: number,
  seconds: number,
): Promise<{ changing: number; empty: number }> {
  const load = new Load({
    host: '127.0.0.1',
    port: ports.eview,
    identities: identitiesOf(1, changesPerSecond),
    uplinksEach: 10 * seconds,
    ratePerSecond: changesPerSecond,
  });
  const page = await openPage(browser, url, client);
  await page.goto(url);
  await page.locator(firstRow).waitFor();
  await loadWholeList(page, devices);
  await load.connect();
  load.start();
  const [changing = 0] = await tasksDuring(browser, page, () => scrollFor(page, seconds));
  await page.context().close();
  const nothing = await openPage(browser, url, null);
  await nothing.setContent(
    '<div style="overflow: auto; height: 800px"><div role="table" style="height: 500000px"></div></div>',
  );
  const [empty = 0] = await tasksDuring(browser, nothing, () => scrollFor(nothing, seconds));
  await nothing.context().close();
  load.stop();
  load.close();
  return { changing, empty };
}

async function scrollFor(page: Page, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) await scrollList(page);
}

function gzipBytes(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0);
}

interface Chunk {
  file: string;
  imports?: string[];
}

/** The build's chunks with MapLibre, found by a word that only MapLibre uses. */
function mapLibraryFiles(): string[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const files = new Set(Object.values(manifest).map(({ file }) => file));
  const found = [...files].filter(
    (file) => file.endsWith('.js') && readFileSync(join(dist, file), 'utf8').includes('maplibregl-canvas'),
  );
  if (found.length === 0) throw new Error('the build holds no map library');
  return found;
}
