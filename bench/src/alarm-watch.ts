import type { Browser, Page } from '@playwright/test';
import { clockTime, openPage } from './browser.ts';
import type { HttpClient } from './http-client.ts';

/** Reports when a browser shows a row with a certain name, by the clock of the machine. */
export interface AlarmWatch {
  /** Resolves with the time at which the next row with this name entered the DOM. */
  shown(name: string): Promise<number>;
  close(): Promise<void>;
}

/** Anything longer is a loss, not a latency. */
const lostMs = 20_000;

/** Opens a page and watches the labelled rows of its lists: the alarms of the console, the row of the echo. */
export async function watchAlarms(browser: Browser, url: string, client: HttpClient | null): Promise<AlarmWatch> {
  const page = await openPage(browser, url, client);
  const waiting = new Map<string, (at: number) => void>();
  await page.exposeFunction('benchShown', (label: string, at: number) => {
    for (const [name, resolve] of waiting) if (label.includes(name)) resolve(at);
  });
  await page.addInitScript(reportNewRows);
  await page.goto(url);
  await checkClock(page);
  return {
    shown: async (name) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      waiting.set(name, resolve);
      const timer = setTimeout(() => reject(new Error(`the browser never showed ${name}`)), lostMs);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        waiting.delete(name);
      }
    },
    close: () => page.context().close(),
  };
}

/** Runs in the page. */
function reportNewRows(): void {
  const page = globalThis as { benchShown?: (label: string, at: number) => void };
  let before = new Set<string>();
  new MutationObserver(() => {
    const at = performance.timeOrigin + performance.now();
    const now = new Set<string>();
    for (const row of document.querySelectorAll('li[aria-label]')) now.add(row.getAttribute('aria-label') ?? '');
    for (const label of now) if (!before.has(label)) page.benchShown?.(label, at);
    before = now;
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-label'] });
}

/** Both clocks must be the same one, or the figures mean nothing. */
async function checkClock(page: Page): Promise<void> {
  const before = clockTime();
  const there = await page.evaluate(() => performance.timeOrigin + performance.now());
  const after = clockTime();
  if (there < before - 2 || there > after + 2)
    throw new Error(`the browser's clock differs: ${before} < ${there} < ${after}`);
}
