import type { Page } from '@playwright/test';
import { api } from '@varde/contract/api';
import { deviceNamed, logIn } from '../fixtures/api.ts';
import { circleAt } from '../fixtures/map.ts';
import { expect, expectAccessibleInBothThemes, expectHeadings, test } from '../fixtures/story.ts';

const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

/** Nothing reaches beyond the side of the screen. */
async function expectToFit(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
}

test('on a phone the map of a wearer stands above the log, a finger on a position finds its row, and graph and fence fit the screen', async ({
  story,
  varde,
}) => {
  test.setTimeout(120_000);
  const device = await story.device(({ name }) => name === 'Trygghetsalarm 010');
  const { lat, lng } = device;
  device.wire.sendPosition({ lat: lat + 0.003, lng });
  device.wire.sendPosition({ lat, lng });
  const { deviId } = await deviceNamed(varde, device.name);
  const { call } = await logIn(varde, 'SUPERFIRM');
  await call(api.geofences.saveGeofence, { params: { deviId }, body: { geofence: circleAt(device, 'Tunet') } });

  const page = await story.open('FIRM', `/mapsingle/${deviId}`, phone);
  const map = page.getByRole('region', { name: `Kart over posisjonene til ${device.name}` });
  const log = page.getByRole('region', { name: `Transaksjonslogg for ${device.name}` });
  const newest = map.locator('.maplibregl-marker[role=img]').filter({ hasText: device.name });
  await expect(newest).toBeVisible();
  await expect(log.getByRole('row').nth(1)).toBeVisible();
  const [above, below] = [await map.boundingBox(), await log.boundingBox()];
  expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
  await expectToFit(page);

  await newest.scrollIntoViewIfNeeded();
  await newest.tap();
  const onMap = log.locator('tr[data-indicator=INACTIVE], tr[data-indicator=ACTIVE]').first();
  const details = onMap.getByRole('button', { name: /^Vis detaljer/ });
  await expect(details).toBeFocused();
  await expect(details).toBeInViewport();
  await details.tap();
  await expect(log.getByText('Rådata')).toBeVisible();
  await page.getByRole('button', { name: 'Graf' }).tap();
  const graph = page.getByRole('region', { name: `Batteri og mobilsignal for ${device.name}` });
  await expect(graph.getByRole('table', { name: 'Graf' })).toBeAttached();
  await page.getByRole('button', { name: /^Tunet/ }).tap();
  await expect(page.getByRole('group', { name: 'Tunet' }).getByLabel('Radius')).toBeVisible();
  await expectToFit(page);
  await expectAccessibleInBothThemes(page);
  await expectHeadings(page);
});
