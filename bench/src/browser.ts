import { type Browser, chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../../scripts/services.ts';
import type { HttpClient } from './http-client.ts';

/** Headless Chromium without background network requests. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureChromium(),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // MapLibre draws with WebGL; a benchmark machine has no graphics card
      '--enable-unsafe-swiftshader',
      '--use-gl=angle',
      '--use-angle=swiftshader',
    ],
  });
}

/** A fresh page, with nothing cached, of a logged-in user. */
export async function openPage(browser: Browser, url: string, client: HttpClient | null): Promise<Page> {
  const context = await browser.newContext({
    locale: 'nb-NO',
    timezoneId: 'Europe/Oslo',
    viewport: { width: 1280, height: 800 },
  });
  if (client !== null) {
    const [name = '', value = ''] = client.cookie.split('=');
    await context.addCookies([{ name, value, url }]);
  }
  return context.newPage();
}

/** Milliseconds of the machine's clock, comparable with `timeOrigin + now` in a browser on the same machine. */
export const clockTime = (): number => performance.timeOrigin + performance.now();
