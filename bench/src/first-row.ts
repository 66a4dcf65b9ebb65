import type { Browser, Page } from '@playwright/test';
import { openPage } from './browser.ts';
import { admin } from './fill.ts';
import type { HttpClient } from './http-client.ts';

/** Selects the first device of the list. */
export const firstRow = '[role=row][aria-rowindex="2"]';

/** Milliseconds from the start of a navigation, with an empty cache and again. */
export async function timesToFirstRow(browser: Browser, url: string, client: HttpClient, rounds: number) {
  const times: Record<'cold' | 'warm', number[]> = { cold: [], warm: [] };
  for (let round = 0; round < rounds; round++) {
    const page = await openPage(browser, url, client);
    await page.addInitScript(noteFirstRow, firstRow);
    for (const kind of ['cold', 'warm'] as const) {
      await (kind === 'cold' ? page.goto(url) : page.reload());
      times[kind].push(await firstRowOf(page));
    }
    await page.context().close();
  }
  return times;
}

/** Milliseconds from the press of the login's button, with what the login page has fetched meanwhile. */
export async function timesOfLogin(browser: Browser, url: string, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await openPage(browser, url, null);
    await page.addInitScript(noteFirstRow, firstRow);
    await page.goto(url);
    await page.locator('input[autocomplete=username]').fill(admin.username);
    await page.locator('input[type=password]').fill(admin.password);
    const pressed = await page.evaluate(() => performance.now());
    await page.locator('button[type=submit]').click();
    times.push((await firstRowOf(page)) - pressed);
    await page.context().close();
  }
  return times;
}

/** When the first device was in the list, in milliseconds since the start of the page. */
async function firstRowOf(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => (globalThis as { benchFirstRow?: number }).benchFirstRow);
  return (await handle.jsonValue()) ?? Number.NaN;
}

/** Runs in the page. */
function noteFirstRow(selector: string): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    (globalThis as { benchFirstRow?: number }).benchFirstRow = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}
