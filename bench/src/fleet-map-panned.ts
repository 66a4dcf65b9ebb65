import type { Browser, Page } from '@playwright/test';
import type { LiveMessage } from '@varde/contract/live';
import { routes } from '@varde/contract/routes';
import { liveDestinations } from '@varde/contract/transport';
import { openPage } from './browser.ts';
import type { HttpClient } from './http-client.ts';
import { tasksDuring } from './long-tasks.ts';

interface PannedMap {
  /** The longest task in milliseconds. */
  longest: number;
  /** A second, while it was dragged. */
  moves: number;
  bytes: number;
}
export type Panned = Record<'all' | 'close' | 'empty', PannedMap>;

/** Where devices that are some kilometres from each other are in no cluster. */
export const closeZoom = 10;

/** The map of all devices while it is dragged: where it begins, closely in its middle, and with nothing on it. */
export async function panMaps(browser: Browser, url: string, client: HttpClient, seconds: number): Promise<Panned> {
  const pan = async (address: string, ready: (page: Page) => Promise<void>, turn: number): Promise<PannedMap> => {
    const page = await openPage(browser, url, client);
    const told = toldTo(page);
    await page.goto(`${url}/#${address}`);
    await page.locator('canvas').waitFor();
    await ready(page);
    await page.waitForTimeout(200 * seconds); // what loads at first is no task of the dragging
    told.splice(0);
    const [longest = 0] = await tasksDuring(browser, page, () => dragFor(page, seconds, turn));
    const moves = told.reduce((sum, message) => sum + message.moves, 0);
    const bytes = told.reduce((sum, message) => sum + message.bytes, 0);
    await page.context().close();
    return { longest, moves: moves / seconds, bytes: bytes / seconds };
  };
  const marks = (page: Page) => page.locator('[data-kind]').first().waitFor();
  return {
    all: await pan('/map', marks, 200),
    close: await pan('/map', async (page) => marks(page).then(() => goClose(page)), 0),
    empty: await pan('/map?search=finnes-ikke', async () => undefined, 200),
  };
}

/** The messages with moves that the page gets from now on. */
function toldTo(page: Page): { moves: number; bytes: number }[] {
  const told: { moves: number; bytes: number }[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = payload.toString();
      if (!text.startsWith('MESSAGE') || !text.includes(`destination:${liveDestinations.mapMoves}\n`)) return;
      const { moves }: LiveMessage<'mapMoves'> = JSON.parse(text.slice(text.indexOf('\n\n') + 2, -1));
      told.push({ moves: moves.length, bytes: text.length });
    }),
  );
  return told;
}

async function goClose(page: Page): Promise<void> {
  let zoom = 0;
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === routes.listMapDevices.path) zoom = Number(searchParams.get('zoom'));
  });
  await page.waitForTimeout(1000); // it has gone where the devices are
  for (let presses = 0; zoom < closeZoom && presses < 20; presses++) {
    await page.locator('canvas').press('=');
    await page.waitForTimeout(1000);
  }
  if (zoom !== closeZoom) throw new Error(`the map is at zoom ${zoom}`);
}

/** Drags the map to and fro, with a turn of the wheel at each end. */
async function dragFor(page: Page, seconds: number, turnOfWheel: number): Promise<void> {
  const box = await page.locator('canvas').boundingBox();
  if (box === null) throw new Error('there is no map');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const end = performance.now() + seconds * 1000;
  for (let turn = 0; performance.now() < end; turn++) {
    const way = turn % 2 ? -1 : 1;
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 20; step++) await page.mouse.move(x + way * step * 12, y + way * step * 2);
    await page.mouse.up();
    if (turnOfWheel > 0) await page.mouse.wheel(0, -way * turnOfWheel);
  }
}
