import { demoLogin } from '../fixtures/api.ts';
import { expect, expectAccessible, test } from '../fixtures/story.ts';

test('a tracker finds devices on the map, sees alarms, and meets no button that leads nowhere [C1.14 D1.049]', async ({
  story,
}) => {
  const page = await story.open('TRACKER', '/vardes');
  const watch = await story.device(({ name }) => name === 'Hjemmeboende 001');
  watch.wire.sendPosition();
  watch.wire.pressSos();
  const alarm = page.getByRole('listitem', { name: `Alarm: ${watch.name}` });
  await expect(alarm).toBeVisible();
  await expect(alarm.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText(['Enheter']);
  await expect(page.getByRole('link', { name: /^Innstillinger/ })).toHaveCount(0);
  await expectAccessible(page);

  await page
    .getByRole('row')
    .filter({ hasText: watch.name })
    .getByRole('link', { name: /^Kart for/ })
    .click();
  await expect(page.getByRole('img', { name: new RegExp(`^${watch.name}: `) }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Innstillinger' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^Transaksjonslogg/ })).toHaveCount(0);
});

test('an operator logs in to the alarm centre, and comes back there after logging out [C1.13]', async ({
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
