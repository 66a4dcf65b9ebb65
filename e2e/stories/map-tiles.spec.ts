import type { Page, Route } from '@playwright/test';
import { groundInMiddle, openMapAt } from '../fixtures/map.ts';
import { expect, type Story, test } from '../fixtures/story.ts';

const home = { lat: 62.57468, lng: 11.3842 };
const none = 'Kart uten detaljer';
const some = 'Deler av kartet kunne ikke hentes. Der vises det uten detaljer.';
/** One grey pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test.use({ environment: { VARDE_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png' } });

/** Opens a map whose tile server answers like this. */
async function openWith(story: Story, name: string, answer: (route: Route) => Promise<void> | void): Promise<Page> {
  const page = await openMapAt(story, { name, home });
  await page.route('https://tiles.example/**', answer);
  await page.reload();
  return page;
}

const tile = (route: Route) =>
  route.fulfill({ contentType: 'image/png', body: picture, headers: { 'access-control-allow-origin': '*' } });

/** The page around the map is as always. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.locator('.maplibregl-marker[role=img]')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Transaksjonslogg for/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Zoom inn' })).toBeVisible();
}

for (const [what, answer] of [
  ['are not there (404)', (route: Route) => route.fulfill({ status: 404 })],
  ['fail (500)', (route: Route) => route.fulfill({ status: 500 })],
  ['never come', () => undefined],
  ['are refused by the network', (route: Route) => route.abort('connectionrefused')],
] as const) {
  test(`tiles that ${what} leave the bundled map, which says so, and the rest of the page`, async ({ story }) => {
    const page = await openWith(story, 'Trygghetsalarm 001', answer);
    await expect(page.getByText(none)).toBeVisible();
    await expect.poll(() => groundInMiddle(page)).toBe('land');
    await expectWhole(page);
  });
}

test('the map says that parts did not come, asks for them again, and says nothing once they are there', async ({
  story,
}) => {
  let isBack = false;
  const page = await openWith(story, 'Trygghetsalarm 002', (route) => {
    const [, column = '0'] = /\/(\d+)\/\d+\.png$/.exec(route.request().url()) ?? [];
    return isBack || Number(column) % 2 === 0 ? tile(route) : route.fulfill({ status: 503 });
  });
  await expect(page.getByText(some)).toBeVisible();
  await expectWhole(page);
  isBack = true;
  await expect(page.getByText(some)).toBeHidden();
  await expect.poll(() => groundInMiddle(page)).toBe('neither'); // the pictures cover it
});

test('pictures cover the bundled map, with the attribution of their server', async ({ story }) => {
  const page = await openWith(story, 'Trygghetsalarm 003', tile);
  await expect.poll(() => groundInMiddle(page)).toBe('neither');
  await expect(page.getByText(none)).toBeHidden();
  await expect(page.getByText('© Kartverket', { exact: false })).toBeVisible();
});
