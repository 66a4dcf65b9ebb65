import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { logIn } from '../fixtures/api.ts';
import type { RunningVarde } from '../fixtures/varde.ts';

/** Phone, tablet, desk. */
const sizes = [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1600, height: 1000 },
] as const;
const themes = ['light', 'dark'] as const;

/** What a run takes pictures of, and the screens whose steps failed. One failed step does not cost the other pictures. */
export const album: { only: RegExp | null; failed: string[] } = { only: null, failed: [] };

export interface Camera {
  /** Opens a screen and takes its picture in every size and theme. `ready`: waits and actions before it. */
  take(name: string, path: string, ready: (page: Page) => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

/** A camera for a user with this role; null: not logged in. */
export async function createCamera(
  browser: Browser,
  varde: RunningVarde,
  role: string | null,
  folder: string,
): Promise<Camera> {
  mkdirSync(folder, { recursive: true });
  const context = await browser.newContext({
    baseURL: varde.url,
    locale: 'nb-NO',
    timezoneId: 'Europe/Oslo',
    reducedMotion: 'reduce',
  });
  if (role !== null) {
    const { cookie } = await logIn(varde, role);
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: varde.url }]);
  }
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  return {
    async take(name, path, ready) {
      if (album.only?.test(name) === false) return;
      await page.setViewportSize(sizes[2]);
      // by way of an empty page: a mere change of the hash would keep dialogs and scrolling of the previous screen
      await page.goto('about:blank');
      await page.goto(`${varde.url}/#${path}`);
      try {
        await ready(page);
      } catch (error) {
        album.failed.push(name);
        console.error(`${name}: ${error instanceof Error ? error.message : error}`);
        await page.screenshot({ path: join(folder, `failed-${name}.png`), fullPage: true });
        return;
      }
      for (const size of sizes) {
        // a phone is touched: rows and buttons are larger there
        await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: size.width < 768 });
        await page.setViewportSize({ ...size, height: size.height + (await hiddenHeight(page, size)) });
        for (const colorScheme of themes) {
          await page.emulateMedia({ colorScheme });
          await settle(page);
          const file = join(folder, `${name}-${size.width}-${colorScheme}.png`);
          await page.screenshot({ path: file, animations: 'disabled', fullPage: true });
        }
      }
    },
    close: () => context.close(),
  };
}

/** What a scrolling page hides at this size, at most two more screens: a picture shows the whole of it. */
async function hiddenHeight(page: Page, size: (typeof sizes)[number]): Promise<number> {
  await page.setViewportSize(size);
  await settle(page);
  const hidden = await page
    .locator('#main')
    .evaluateAll(([main]) => (main === undefined ? 0 : main.scrollHeight - main.clientHeight));
  return Math.min(hidden, 2 * size.height);
}

/**
 * Waits until what moved with the new size can be pressed again, since it is paler until then; and if there is a map,
 * until it is redrawn: a change of theme creates another one.
 */
async function settle(page: Page): Promise<void> {
  const map = page.locator('canvas.maplibregl-canvas');
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))');
  await page.locator('[data-just-moved]').first().waitFor({ state: 'detached' });
  if ((await map.count()) > 0) await page.waitForTimeout(1500);
}
