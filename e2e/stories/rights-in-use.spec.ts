import { Buffer } from 'node:buffer';
import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import { addPerson, customerNamed, fillLogin } from '../fixtures/people.ts';
import { expect, expectAccessible, test } from '../fixtures/story.ts';

/** A PNG of one dot. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('a user with two roles works with one of them, and the browser remembers it for 30 days [D6.042]', async ({
  page,
  varde,
}) => {
  const municipality = await customerNamed(varde, 'Solvik kommune');
  const home = await customerNamed(varde, 'Solvik sykehjem');
  const person = await addPerson(varde, 'to.roller@rights.example', 'SUPERFIRM', municipality);
  const { call } = await logIn(varde, 'SUPERFIRM');
  const policies = [
    { role: 'SUPERFIRM' as const, custId: municipality },
    { role: 'RESTRICTED_USER' as const, custId: home },
  ];
  await call(api.users.setUserPolicies, { params: { userId: person.userId }, body: { policies } });

  await page.goto(varde.url);
  await fillLogin(page, person);
  await page.getByRole('button', { name: 'Jeg har lest dette og godtar det' }).click();
  await page.getByRole('button', { name: 'Administrasjon' }).click();
  await expect(page.getByRole('link', { name: 'Brukere', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Siv Strand, meny' }).click();
  await page.getByRole('menuitem', { name: 'Velg roller' }).click();
  const dialog = page.getByRole('dialog', { name: 'Velg roller' });
  await dialog.getByRole('checkbox', { name: 'Systemadministrator' }).uncheck();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Bruk' }).click();
  const menu = page.getByRole('button', { name: 'Siv Strand, Bruker med begrenset tilgang, meny' });
  await expect(menu).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Solvik sykehjem' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Administrasjon' }).click();
  await expect(page.getByRole('link', { name: 'Kunder', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Brukere', exact: true })).toHaveCount(0);
  await expectAccessible(page);
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'roles');
  expect(cookie?.value).toBe(`${person.userId}.RESTRICTED_USER`);
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(Math.round(days)).toBe(30);

  await page.reload();
  await expect(menu).toBeVisible();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Velg roller' }).click();
  await dialog.getByRole('checkbox', { name: 'Systemadministrator' }).check();
  await dialog.getByRole('button', { name: 'Bruk' }).click();
  await expect(page.getByRole('button', { name: 'Siv Strand, meny' })).toBeVisible();
});

test('a selection left in the browser by another user blocks no login', async ({ page, varde }) => {
  const home = await customerNamed(varde, 'Solvik sykehjem');
  const person = await addPerson(varde, 'en.rolle@rights.example', 'RESTRICTED_USER', home);
  await page.context().addCookies([{ name: 'roles', value: 'SUPERFIRM.TRACKER', url: varde.url }]);
  await page.goto(varde.url);
  await fillLogin(page, person);
  await page.getByRole('button', { name: 'Jeg har lest dette og godtar det' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Solvik sykehjem' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Siv Strand, meny' })).toBeVisible();
});

test('an administrator finds out why a user sees a device', async ({ story, varde }) => {
  const home = await customerNamed(varde, 'Solvik sykehjem');
  const { userId } = await addPerson(varde, 'hvorfor@rights.example', 'TRACKER', home);
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { devices } = await call(api.devices.listDevices, { query: { custId: home, limit: 1 } });
  const page = await story.open('SUPERFIRM', `/admin/users?user=${userId}`);
  await page.getByLabel('Serienummer').fill(devices[0]?.deviceSNNum ?? '');
  await page.getByRole('button', { name: 'Vis tilgang' }).click();
  const table = page.getByRole('table', { name: /^Rettigheter til .* hos Solvik sykehjem$/ });
  await expect(table.getByRole('row', { name: /^Notater/ })).toContainText(
    'Følger alltid med rollen Sporingsbruker (Solvik sykehjem).',
  );
  await expect(table.getByRole('row', { name: /^Enhetslogger/ })).toContainText(
    'Ikke tilgjengelig for brukere som bare har rollen Sporingsbruker.',
  );
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: 'Vis bare det brukeren har tilgang til' }).check();
  await expect(table.getByRole('row', { name: /^Enhetslogger/ })).toHaveCount(0);
});

test("a municipality's image is shown in the header and with the devices of a home below it, until it is removed [C2.39]", async ({
  story,
  varde,
}) => {
  const municipality = await customerNamed(varde, 'Solvik kommune');
  const admin = await story.open('SUPERFIRM', `/admin/customers?cust=${municipality}`);
  await admin.getByRole('region', { name: 'Bilde' }).waitFor();
  const file = {
    name: 'merke.png',
    mimeType: 'image/png',
    buffer: Buffer.from(dot, 'base64'),
  };
  await admin.locator('input[type=file]').setInputFiles(file);
  await expect(admin.getByText('Kundens eget bilde.')).toBeVisible();
  await expectAccessible(admin);

  const nurse = await story.open('RESTRICTED_USER', '/vardes');
  const images = nurse.locator('img[src^="/ajax/file/municipalityimage/top/"]');
  await expect(nurse.getByRole('banner').locator(images)).toHaveJSProperty('naturalWidth', 1);
  await nurse.getByRole('button', { name: 'Mer om Trygghetsalarm 001' }).click();
  const image = nurse.getByRole('main').locator(images);
  await expect(image).toBeVisible();
  await expect(image).toHaveJSProperty('naturalWidth', 1);

  await admin.getByRole('button', { name: 'Fjern bildet' }).click();
  await expect(admin.getByText('Kunden har ikke noe bilde.')).toBeVisible();
  await nurse.reload();
  await nurse.getByRole('button', { name: 'Mer om Trygghetsalarm 001' }).click();
  await expect(nurse.getByText('Sist kjente sted')).toBeVisible();
  await expect(images).toHaveCount(0);
});
