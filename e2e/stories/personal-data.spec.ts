import { readFile } from 'node:fs/promises';
import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import { expect, expectAccessible, test } from '../fixtures/story.ts';

const username = 'slettes@solvik.example';

test('a user’s consent is recorded, their data is exported as a file, and they are erased', async ({
  story,
  varde,
}) => {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { customers } = await call(api.customers.listCustomers, { query: { search: 'Solvik sykehjem' } });
  const custId = customers[0]?.custId ?? 0;
  const names = { firstName: 'Siri', lastName: 'Slettes', mobile: null, language: 'nb' as const };
  const policies = [{ role: 'RESTRICTED_USER' as const, custId }];
  const { userId } = await call(api.users.createUser, {
    body: { ...names, username, custId, temporaryUntil: null, policies },
  });
  const page = await story.open('SUPERFIRM', '/vardes');
  await page.getByRole('button', { name: 'Administrasjon' }).click();
  await page.getByRole('link', { name: 'Personopplysninger' }).click();
  await page.getByRole('searchbox').fill('slettes@');
  await page.getByRole('button', { name: /Siri Slettes/ }).click();

  await page.getByRole('button', { name: 'Registrer samtykke' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Gjelder').selectOption('Kontakt på SMS');
  await dialog.getByLabel('Notat').fill('Signert skjema');
  await dialog.getByRole('button', { name: 'Registrer samtykke' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Kontakt på SMS' })).toContainText('Signert skjema');
  await expectAccessible(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Eksporter alt om Siri Slettes' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`varde-bruker-${userId}.json`);
  const file = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(file).toMatchObject({
    complete: true,
    tables: { users: [{ username }], consents: [{ kind: 'sms' }] },
  });

  await page.getByRole('button', { name: 'Slett opplysningene om Siri Slettes' }).click();
  const erase = dialog.getByRole('button', { name: 'Slett opplysningene' });
  await expect(erase).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByLabel(/Skriv inn brukernavnet/).fill(username);
  await erase.click();
  await expect(page.getByText('Opplysningene er slettet.')).toBeVisible();
  await expect(page.getByText('Ingen treff')).toBeVisible();
  await expect(page.getByText('Velg en bruker eller en enhet')).toBeVisible();
});

test('a former wearer is erased after the device was handed over, and the audit log is still valid', async ({
  story,
  varde,
}) => {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { devices } = await call(api.devices.listDevices, { query: { search: 'Trygghetsalarm 007' } });
  const device = devices[0];
  if (device === undefined) throw new Error('the demo has no such device');
  const { deviId, deviceSNNum, ownedByCustId } = device;
  const page = await story.open('SUPERFIRM', `/admin/personal_data?device=${deviId}`);
  await expect(page.getByText('Enheten er i bruk.', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Slett opplysningene/ })).toHaveCount(0);
  await call(api.assignments.assignDevice, { params: { deviId }, body: { custId: ownedByCustId } });
  await page.reload();
  await page.getByRole('button', { name: /^Slett opplysningene om Oppstart/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Skriv inn serienummeret/).fill(deviceSNNum);
  await dialog.getByRole('button', { name: 'Slett opplysningene' }).click();
  await expect(page.getByRole('heading', { name: deviceSNNum })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Oppstart/ })).toContainText('opplysningene ble slettet');
  await expectAccessible(page);
  expect(await call(api.audit.verifyAudit, {})).toMatchObject({ intact: true });
});

test('on a phone the data of a person fits the screen, and users without the permission have no link to it', async ({
  story,
}) => {
  const page = await story.open('SUPERFIRM', '/admin/personal_data?device=1');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('button', { name: 'Registrer samtykke' }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const nurse = await story.open('RESTRICTED_USER', '/admin/personal_data');
  await expect(nurse.getByText('Du har ikke tilgang til siden Personopplysninger')).toBeVisible();
});
