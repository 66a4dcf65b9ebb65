import { type FakeMapService, startMapService } from '@varde/testing/map-service';
import { groundInMiddle, openMapAt } from '../fixtures/map.ts';
import { expect, test as stories } from '../fixtures/story.ts';

const home = { lat: 62.57468, lng: 11.3842 };
const key = 'AIzaFake_Key-1';

const test = stories.extend<object, { service: FakeMapService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: fixtures are named in a pattern, also where there are none
    async ({}, use) => {
      const service = await startMapService();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  environment: [
    ({ service }, use) =>
      use({ VARDE_TILES_URL: 'google', VARDE_GOOGLE_MAPS_KEY: key, VARDE_GOOGLE_TILES_URL: service.url }),
    { scope: 'worker' },
  ],
});

test('[D7.098] Google’s map comes from Varde alone, in the language of the user, with its name and sources in sight', async ({
  story,
}) => {
  const page = await openMapAt(story, { name: 'Trygghetsalarm 001', home });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) asked.push(request.url());
  });
  await page.reload();
  await expect.poll(() => groundInMiddle(page)).toBe('neither'); // the pictures cover it
  await expect(page.getByText(/^Google Maps · Map data ©2026 for \d+$/)).toBeVisible();
  expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(new Set([story.varde.url]));
  expect(asked.filter((url) => url.includes('/ajax/map/tiles/nb/')).length).toBeGreaterThan(0);
  expect(asked.join(' ')).not.toContain(key);
  expect(await page.content()).not.toContain(key);
});

test('Google’s map that does not answer leaves the bundled map, which says so and does not name Google', async ({
  story,
  service,
}) => {
  service.answer = (response) => response.writeHead(500).end();
  const page = await openMapAt(story, { name: 'Trygghetsalarm 002', home });
  await page.reload();
  await expect(page.getByText('Kart uten detaljer')).toBeVisible();
  await expect(page.getByText('Google Maps')).toBeHidden();
  await expect.poll(() => groundInMiddle(page)).toBe('land');
  service.answer = service.answerWell;
});
