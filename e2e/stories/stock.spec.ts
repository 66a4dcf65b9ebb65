import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import { expect, test } from '../fixtures/story.ts';

const rows = [
  ['Serienummer', 'Navn', 'Kunde', 'Enhetstype', 'Enhets-ID'],
  ['ST0000001', 'Lager 1', 'Solvik sykehjem', 'Watch Seven', '861000000000001'],
  ['ST0000002', 'Lager 2', 'Solvik sykehjem', 'Watch Seven', '861000000000002'],
  ['ST0000003', 'Lager 3', 'Ukjent sykehjem', 'Watch Seven', '861000000000003'],
];

test('a file with one faulty row imports the others, and one of them is swapped with another in two steps', async ({
  story,
  varde,
}) => {
  const page = await story.open('SUPERFIRM', '/add_varde/import');
  await page.locator('input[type=file]').setInputFiles({
    name: 'enheter.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.map((row) => row.join(';')).join('\n')),
  });
  await expect(page.getByText('2 av 3 kan importeres')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'ST0000003' })).toContainText(
    'Kunde: finnes ikke blant kundene dine.',
  );
  await page.getByRole('button', { name: 'Importer 2 enheter' }).click();
  await expect(page.getByText('2 av 3 er importert')).toBeVisible();

  await page.goto('/#/vardes/search=ST0000001');
  await page.getByRole('link', { name: 'Innstillinger for Lager 1' }).click();
  await page.getByRole('link', { name: 'Generelt' }).click();
  await page.getByRole('link', { name: 'Slett data' }).click();
  await page.getByRole('button', { name: 'Bytt enhet' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Serienummeret til den nye enheten').fill('ST0000002');
  await dialog.getByRole('button', { name: 'Fortsett' }).click();
  await expect(dialog).toContainText('Lager 1 (ST0000001) byttes med');
  await dialog.getByRole('button', { name: 'Bytt enhet' }).click();
  const row = page.getByRole('row').filter({ hasText: 'ST0000002' });
  await expect(row).toContainText('Lager 1');

  // Other stories on this server count the devices of the demo.
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { devices } = await call(api.devices.listDevices, { query: { search: 'ST000000' } });
  expect(devices).toHaveLength(2);
  for (const { deviId } of devices) {
    await call(api.deviceLife.saveDeletionRule, { params: { deviId }, body: { allowDeviceDeletes: true } });
    await call(api.deviceLife.deleteDevice, { params: { deviId } });
  }
});
