import type { Page } from '@playwright/test';
import { api } from '@varde/contract/api';
import { deviceNamed, logIn } from '../fixtures/api.ts';
import { expect, expectAccessibleInBothThemes, showAlarm } from '../fixtures/story.ts';
import { lia, markup, test } from '../fixtures/with-addresses.ts';

const name = 'Trygghetsalarm 003';

const alarmOf = (page: Page) => page.getByRole('listitem', { name: `Alarm: ${name}` });

test.setTimeout(120_000);
test('an operator finds a place by its address and fences it in, and sees the address of an alarm in its row, on its page and in the log [D7.101 D4.079]', async ({
  story,
  varde,
  service,
}) => {
  const device = await story.device((one) => one.name === name);
  device.wire.sendPosition({ lat: device.lat, lng: device.lng });
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { deviId, dehaId } = await deviceNamed(varde, name);
  const page = await story.open('SUPERFIRM', `/settings/${deviId}/${dehaId}/geofence`);
  await page.getByRole('button', { name: 'Ny geofence' }).click();
  await page.getByLabel('Navn', { exact: true }).fill('Hos datteren');
  await page.locator('input').and(page.getByLabel('Søk etter adresse')).fill('Lia');
  await page.getByRole('option', { name: 'Lia 7, 6003 Ålesund' }).click();
  await expect(page.getByLabel('Sentrum')).toHaveValue('62.47020, 6.20110');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Lagre', exact: true }).first().click();
  await expect(page.getByText('Hos datteren er lagret.')).toBeVisible();
  expect(service.asked).toContain('lia*');

  const list = await story.open('SUPERFIRM', '/vardes');
  device.wire.pressSos();
  const row = alarmOf(list);
  await showAlarm(row);
  await expect(row).toContainText('Storgata 1, 6002 Ålesund');
  const { alarms } = await call(api.alarms.listAlarms, { query: {} });
  const alarm = await story.open('SUPERFIRM', `/alarms/${alarms[0]?.alarmId}`);
  await expect(alarm.getByRole('definition').filter({ hasText: 'Storgata 1, 6002 Ålesund' })).toBeVisible();

  const log = await story.open('SUPERFIRM', `/mapsingle/${deviId}`);
  const cell = log.getByRole('cell').filter({ hasText: 'Storgata 1' }).first();
  await expect(cell).toBeVisible();
  expect(await cell.innerText()).toContain('Storgata 1\n6002 Ålesund');
});

test('an operator reads the address where a wearer is, follows the wearer live to another one, draws a fence around it, and gets its alarm', async ({
  story,
}) => {
  const device = await story.device((one) => one.name === 'Trygghetsalarm 004');
  device.wire.sendPosition({ lat: device.lat, lng: device.lng });
  const page = await story.open('FIRM', `/vardes/search=${device.name}`);
  await page.getByRole('link', { name: `Kart for ${device.name}` }).click();
  const log = page.getByRole('region', { name: `Transaksjonslogg for ${device.name}` });
  const rowWith = (address: string) => log.getByRole('row').filter({ hasText: address }).first();
  await expect(rowWith('Storgata 1')).toBeVisible();
  const markers = page.locator('.maplibregl-marker[role=img]');
  const before = await markers.count();

  device.wire.sendPosition({ lat: lia.lat, lng: lia.lng });
  await expect(rowWith('Lia 7')).toContainText('6003 Ålesund');
  await expect(markers).toHaveCount(before + 1);
  await expect(markers.filter({ hasText: device.name })).toHaveAttribute('aria-label', /62\.47020, 6\.20110/);

  await page.getByRole('region', { name: 'Geofencer' }).getByRole('link', { name: 'Ny geofence' }).click();
  await page.getByLabel('Navn', { exact: true }).fill('Hos datteren i Lia');
  await page.locator('input').and(page.getByLabel('Søk etter adresse')).fill('Lia');
  await page.getByRole('option', { name: 'Lia 7, 6003 Ålesund' }).click();
  await expect(page.getByLabel('Sentrum')).toHaveValue('62.47020, 6.20110');
  await page.getByLabel('Radius').fill('150');
  await page.getByLabel('I bruk', { exact: true }).check();
  await page.getByRole('button', { name: 'Lagre', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Hos datteren i Lia På · Innenfor' })).toBeVisible();

  const alarms = await story.open('FIRM', '/vardes');
  const row = alarms.getByRole('listitem', { name: `Ut av geofence: ${device.name}` });
  await expect(async () => {
    device.wire.sendPosition({ lat: lia.lat, lng: lia.lng + 0.008 });
    await expect(row).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: 60_000 });
  await expect(row).toContainText('«Hos datteren i Lia»');
  await expect(row).toContainText('Lia 7, 6003 Ålesund');

  device.wire.sendPosition({ lat: markup.lat, lng: markup.lng });
  await expect(row).toContainText(`${markup.street}, 6010 Ålesund`);
  await expect(alarms.locator('b, img[src=x]')).toHaveCount(0);
});
