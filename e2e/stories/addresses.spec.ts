import type { Page } from '@playwright/test';
import { api } from '@varde/contract/api';
import { type AddressService, startAddressService } from '../fixtures/address-service.ts';
import { logIn } from '../fixtures/api.ts';
import { expect, expectAccessibleInBothThemes, showAlarm, test as stories } from '../fixtures/story.ts';

const name = 'Trygghetsalarm 003';
const here = { street: 'Storgata 1', zip: '6002', city: 'ÅLESUND', lat: 62.4722, lng: 6.1549 };
const lia = { street: 'Lia 7', zip: '6003', city: 'ÅLESUND', lat: 62.4702, lng: 6.2011 };

const test = stories.extend<object, { service: AddressService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: fixtures are named in a pattern, also where there are none
    async ({}, use) => {
      const service = await startAddressService(here, lia);
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  environment: [({ service }, use) => use(service.env), { scope: 'worker' }],
});

const alarmOf = (page: Page) => page.getByRole('listitem', { name: `Alarm: ${name}` });

test.setTimeout(60_000);
test('an operator finds a place by its address and fences it in, and sees the address of an alarm in its row, on its page and in the log [D7.101 D4.079]', async ({
  story,
  varde,
  service,
}) => {
  const device = await story.device((one) => one.name === name);
  device.wire.sendPosition({ lat: device.lat, lng: device.lng });
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { devices } = await call(api.devices.listDevices, { query: { search: name } });
  const { deviId, dehaId } = devices[0] ?? { deviId: 0, dehaId: 0 };
  const page = await story.open('SUPERFIRM', `/settings/${deviId}/${dehaId}/geofence`);
  await page.getByRole('button', { name: 'Ny geofence' }).click();
  await page.getByLabel('Navn', { exact: true }).fill('Hos datteren');
  await page.locator('input').and(page.getByLabel('Søk etter adresse')).fill('Lia');
  await page.getByRole('option', { name: 'Lia 7, 6003 ÅLESUND' }).click();
  await expect(page.getByLabel('Sentrum')).toHaveValue('62.47020, 6.20110');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Lagre', exact: true }).first().click();
  await expect(page.getByText('Hos datteren er lagret.')).toBeVisible();
  expect(service.asked).toContain('lia*');

  const list = await story.open('SUPERFIRM', '/vardes');
  device.wire.pressSos();
  const row = alarmOf(list);
  await showAlarm(row);
  await expect(row).toContainText('Storgata 1, 6002 ÅLESUND');
  const { alarms } = await call(api.alarms.listAlarms, { query: {} });
  const alarm = await story.open('SUPERFIRM', `/alarms/${alarms[0]?.alarmId}`);
  await expect(alarm.getByRole('definition').filter({ hasText: 'Storgata 1, 6002 ÅLESUND' })).toBeVisible();

  const log = await story.open('SUPERFIRM', `/mapsingle/${deviId}`);
  const cell = log.getByRole('cell').filter({ hasText: 'Storgata 1' }).first();
  await expect(cell).toBeVisible();
  expect(await cell.innerText()).toContain('Storgata 1\n6002 ÅLESUND');
});
