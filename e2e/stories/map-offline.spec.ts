import type { Route } from '@playwright/test';
import { type AddressService, startHangingService, startPortal } from '../fixtures/address-service.ts';
import { deviceNamed } from '../fixtures/api.ts';
import { expect, showAlarm, test as stories } from '../fixtures/story.ts';

const cases = [
  [
    'fail, and the address service answers with a page for people',
    (route: Route) => route.fulfill({ status: 500 }),
    startPortal,
  ],
  ['never come, and the address service never answers', () => undefined, startHangingService],
] as const;

for (const [what, tiles, start] of cases) {
  const test = stories.extend<object, { service: AddressService }>({
    service: [
      // biome-ignore lint/correctness/noEmptyPattern: fixtures are named in a pattern, also where there are none
      async ({}, use) => {
        const service = await start();
        await use(service);
        await service.close();
      },
      { scope: 'worker' },
    ],
    environment: [
      ({ service }, use) => use({ ...service.env, VARDE_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png' }),
      { scope: 'worker' },
    ],
  });

  test(`where tiles ${what}, alarm, log and map show where the wearer is, and the user is told what is missing`, async ({
    story,
    varde,
    service,
  }) => {
    const device = await story.device(({ name }) => name === 'Trygghetsalarm 003');
    device.wire.sendPosition({ lat: 62.46234, lng: 6.17321 });
    const { deviId, dehaId } = await deviceNamed(varde, device.name);
    const page = await story.open('FIRM', '/vardes');
    await page.route('https://tiles.example/**', tiles);
    device.wire.pressSos();
    const alarm = page.getByRole('listitem', { name: `Alarm: ${device.name}` });
    await showAlarm(alarm);
    await expect(alarm).toContainText('62.46234, 6.17321');
    await page.goto(`${varde.url}/#/mapsingle/${deviId}`);
    await expect(page.getByRole('cell').filter({ hasText: '62.46234, 6.17321' }).first()).toBeVisible();
    await expect(page.getByText('Kart uten detaljer')).toBeVisible();
    const markers = page.locator('.maplibregl-marker[role=img]');
    const newest = markers.filter({ hasText: device.name });
    await expect(newest).toHaveAttribute('aria-label', /62\.46234, 6\.17321/);
    device.wire.sendPosition({ lat: 62.46288, lng: 6.17321 });
    await expect(newest).toHaveAttribute('aria-label', /62\.46288, 6\.17321/);
    await expect.poll(() => service.asked.length).toBeGreaterThan(0);

    await page.goto(`${varde.url}/#/settings/${deviId}/${dehaId}/geofence/new`);
    await page.locator('input').and(page.getByLabel('Søk etter adresse')).fill('Storgata');
    await expect(page.getByText('Adressetjenesten svarer ikke. Prøv igjen om litt.')).toBeVisible();
    await page.getByRole('button', { name: 'Bruk enhetens siste posisjon' }).click();
    await expect(page.getByLabel('Sentrum')).toHaveValue('62.46288, 6.17321');
  });
}
