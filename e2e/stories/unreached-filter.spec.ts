import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import { expect, expectAccessible, findDevices, test } from '../fixtures/story.ts';

// Without a provider of SMS a list that has no other channel reaches nobody.
test.use({ environment: { VARDE_SMS_URL: 'http://127.0.0.1:9/' } });

test('the list of devices whose alarms reach nobody loses a device, and its page the warning, as soon as its list has a receiver', async ({
  story,
  varde,
}) => {
  // Another story on this server may have given a list to its customer.
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { customers } = await call(api.customers.listCustomers, { query: { search: 'Privatkunde Tor' } });
  for (const { custId } of customers) await call(api.eventSetup.deleteCustomerEventSetup, { params: { custId } });

  await story.device(({ name }) => name === 'Tors klokke');
  const page = await story.open('SUPERFIRM', '/vardes');
  await page.getByRole('button', { name: 'Filtre' }).click();
  await page.getByLabel('Ingen blir varslet').check();
  await expect(page).toHaveURL(/reachesNobody=1/);
  await findDevices(page, 'Tors klokke');
  const row = page.getByRole('row').filter({ hasText: 'Tors klokke' });
  await expect(row).toBeVisible();
  await expectAccessible(page);
  const address = await row.getByRole('link', { name: /^Varslingsliste/ }).getAttribute('href');

  const other = await story.open('SUPERFIRM', String(address).replace(/^.*#/, ''));
  const warning = other.getByRole('link', { name: 'Ingen blir varslet' });
  await expect(warning).toBeVisible();
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Lag egen liste' }).click();
  await other.getByRole('button', { name: 'Ny mottaker' }).click();
  const dialog = other.getByRole('dialog', { name: 'Ny mottaker' });
  await dialog.getByLabel(/^Navn/).fill('Ola Nabo');
  await dialog.getByLabel(/^Mobilnummer/).fill('900 00 001');
  await dialog.getByRole('button', { name: 'Legg til' }).click();
  await other.getByRole('region', { name: 'Mottakere' }).getByRole('button', { name: 'Lagre', exact: true }).click();
  await expect(other.getByText('Varslingslisten er lagret.')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(warning).toHaveCount(0);

  await other.getByRole('button', { name: 'Gå tilbake til arvet liste' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Gå tilbake til arvet liste' }).click();
  await expect(row).toBeVisible();
  await expect(warning).toBeVisible();
});
