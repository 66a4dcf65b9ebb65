import { api } from '@varde/contract/api';
import { demoLogin, logIn, logInAs } from '../fixtures/api.ts';
import { expect, expectAccessible, openDetails, test } from '../fixtures/story.ts';

test('a tracker finds devices on the map, sees alarms, and reads the note, and has no button without a target [C1.14 D1.049 D6.024]', async ({
  story,
}) => {
  const page = await story.open('TRACKER', '/vardes');
  const watch = await story.device(({ name }) => name === 'Hjemmeboende 001');
  watch.wire.sendPosition();
  watch.wire.pressSos();
  const alarm = page.getByRole('listitem', { name: `Alarm: ${watch.name}` });
  await expect(alarm).toBeVisible();
  await openDetails(alarm);
  await expect(alarm.getByText('Alarmen ble mottatt')).toBeVisible();
  await expect(alarm.locator('[data-actions]').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText(['Enheter', 'Kart']);
  await expect(page.getByRole('link', { name: /^Innstillinger/ })).toHaveCount(0);
  await expectAccessible(page);

  await page
    .getByRole('row')
    .filter({ hasText: watch.name })
    .getByRole('link', { name: /^Kart for/ })
    .click();
  await expect(page.getByRole('img', { name: new RegExp(`^${watch.name}: `) }).first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Notat' })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: 'Innstillinger' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^Transaksjonslogg/ })).toHaveCount(0);
});

test('an operator logs in to the alarm centre, and returns there after logging out [C1.13]', async ({
  page,
  varde,
  story,
}) => {
  const operator = await demoLogin(varde, 'AHP');
  await page.goto(varde.url);
  await page.getByRole('link', { name: 'Innlogging for alarmsentraler' }).click();
  await expectAccessible(page);
  await page.getByLabel('Brukernavn').fill((await demoLogin(varde, 'FIRM')).username);
  await page.getByLabel('Passord').fill(operator.password);
  await page.getByRole('button', { name: 'Logg inn', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('hører ikke til en alarmsentral');

  await page.getByLabel('Brukernavn').fill(operator.username);
  await page.getByRole('button', { name: 'Logg inn', exact: true }).click();
  await expect(page.getByText('60 enheter')).toBeVisible();
  await page.mouse.move(0, 0); // under a pointer the list keeps its order
  const pendant = await story.device(({ name }) => name === 'Rom 105');
  pendant.wire.pressSos();
  await expect(page.getByRole('listitem', { name: `Alarm: ${pendant.name}` })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: pendant.name });
  await expect(row.locator('[data-colour=nonEscalatedAlarm]')).toContainText('Alarm');
  await expect(row.getByRole('link', { name: /^Innstillinger/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: /, meny$/ }).click();
  await page.getByRole('menuitem', { name: 'Logg ut' }).click();
  await expect(page.getByRole('heading', { name: 'Logg inn i alarmsentralen' })).toBeVisible();
});

test('a view that the administrator shares is there for a care worker, without a right to change it, and not for a private customer, who has the own devices alone; lists of choices are at most 250 or 300 px high, and 500 px wide [C9.14 C9.16]', async ({
  page,
  varde,
  story,
}) => {
  const admin = await story.open('SUPERFIRM', '/vardes');
  await admin.getByRole('button', { name: 'Filtre' }).click();
  await admin.getByRole('button', { name: /^Merking/ }).click();
  const tags = admin.getByRole('dialog', { name: 'Merking' });
  await expect(tags).toHaveCSS('max-height', '300px');
  await expect(tags).toHaveCSS('max-width', '500px');
  await tags.getByRole('checkbox', { name: 'Ingen' }).check();
  await admin.keyboard.press('Escape');
  await admin.getByRole('button', { name: 'Visning', exact: true }).click();
  await admin.getByRole('button', { name: 'Lagre visningen' }).click();
  const form = admin.getByRole('dialog', { name: 'Lagre visningen' });
  await form.getByLabel('Navn').fill('Uten merke');
  await form.getByLabel('Del med brukerne hos en kunde').check();
  await form.getByRole('button', { name: /^Kunde/ }).click();
  await expect(form.getByRole('list', { name: 'Kunder' })).toHaveCSS('max-height', '250px');
  await form.getByRole('searchbox').fill('Solvik sykehjem');
  await expect(form.getByRole('list', { name: 'Kunder' }).getByRole('listitem')).toHaveCount(1);
  await form.getByRole('button', { name: /^Solvik sykehjem/ }).click();
  await form.getByRole('button', { name: 'Lagre', exact: true }).click();
  await expect(admin.getByRole('link', { name: 'Uten merke' })).toBeVisible();

  const nurse = await story.open('RESTRICTED_USER', '/vardes');
  await nurse.getByRole('button', { name: 'Visning', exact: true }).click();
  await nurse.getByRole('link', { name: 'Uten merke' }).click();
  await expect(nurse.getByRole('button', { name: 'Filtre (1)' })).toBeVisible();
  await expect(nurse.getByRole('button', { name: /Uten merke$/ })).toHaveCount(0);

  const { password } = await demoLogin(varde, 'RESTRICTED_USER');
  const relative = await logInAs(varde, { username: 'privat@solvik.example', password });
  const [name = '', value = ''] = relative.cookie.split('=');
  await page.context().addCookies([{ name, value, url: varde.url }]);
  await page.goto(`${varde.url}/#/vardes`);
  await expect(page.getByRole('article')).toHaveCount(4);
  await page.getByRole('button', { name: 'Vis som tabell' }).click();
  await expect(page.getByText('4 enheter')).toBeVisible();
  await page.getByRole('button', { name: 'Visning', exact: true }).click();
  await expect(page.getByText('Ingen lagrede visninger ennå.')).toBeVisible();

  const { call } = await logIn(varde, 'SUPERFIRM');
  const { views } = await call(api.views.listViews, {});
  for (const { viewId } of views) await call(api.views.deleteView, { params: { viewId } });
});
