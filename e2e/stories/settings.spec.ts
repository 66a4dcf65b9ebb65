import { expect, expectAccessible, findDevices, test } from '../fixtures/story.ts';

const isWatch = ({ name }: { name: string }) => name === 'Tors klokke';

async function openSettings(page: import('@playwright/test').Page, ...tabs: string[]): Promise<void> {
  await findDevices(page, 'Tors klokke');
  await page
    .getByRole('row')
    .filter({ hasText: 'Tors klokke' })
    .getByRole('link', { name: /^Innstillinger/ })
    .click();
  await expect(page).toHaveURL(/#\/settings\/\d+\/29\/info$/);
  for (const tab of tabs) await page.getByRole('link', { name: tab, exact: true }).click();
}

test('a saved setting waits for the device, is sent when it connects, and is shown as confirmed when the device has reported it [C2.05]', async ({
  story,
}) => {
  const page = await story.open('SUPERFIRM', '/vardes');
  await openSettings(page, 'Sporing');
  await expect(page).toHaveURL(/\/tracking$/);
  await expect(page.getByRole('button', { name: 'Lagre', exact: true })).toBeDisabled();
  await page.getByLabel('Sporingsintervall', { exact: true }).selectOption('10 minutter');
  await page.getByRole('button', { name: 'Lagre', exact: true }).click();
  await expect(page.getByText('Venter').first()).toBeVisible();
  await expectAccessible(page);

  const watch = await story.device(isWatch);
  watch.wire.sendPosition();
  // Other settings of the page may have been confirmed before.
  await expect.poll(() => watch.wire.settings).toMatchObject({ trackingInterval: 600 });
  await expect(page.getByText('Venter')).toHaveCount(0);
  await expect(page.locator('form').getByText('Bekreftet').first()).toBeVisible();
});

test('the sound of a watch is set on the tab display and sound, and of an alarm button on light and sound [D1.024 D1.025]', async ({
  story,
}) => {
  const page = await story.open('SUPERFIRM', '/vardes');
  await openSettings(page, 'Generelt', 'Skjerm og lyd');
  await expect(page).toHaveURL(/\/general\/lightAndSound$/);
  await page.getByRole('switch', { name: 'Ringelyd' }).click();
  await page.getByRole('button', { name: 'Lagre', exact: true }).click();
  const watch = await story.device(isWatch);
  watch.wire.sendPosition();
  await expect.poll(() => watch.wire.settings).toMatchObject({ ringingOn: false, vibrationOn: true });
  await expect(page.locator('form').getByText('Bekreftet').first()).toBeVisible();
  await expectAccessible(page);

  const button = await story.device(({ name }) => name === 'Trygghetsalarm 001');
  await page.getByRole('link', { name: 'Enheter', exact: true }).click();
  await findDevices(page, button.name);
  await page.getByRole('link', { name: `Innstillinger for ${button.name}` }).click();
  for (const tab of ['Generelt', 'Lys og lyd']) await page.getByRole('link', { name: tab, exact: true }).click();
  await page.getByRole('textbox', { name: 'Volum i høyttaleren' }).fill('55');
  await page.getByRole('button', { name: 'Lagre', exact: true }).click();
  button.wire.sendPosition();
  await expect.poll(() => button.wire.settings).toMatchObject({ volumeLevel: 55 });
});

test('leaving a form with unsaved changes asks first', async ({ story }) => {
  const page = await story.open('SUPERFIRM', '/vardes');
  await openSettings(page, 'Generelt', 'Alarminnstillinger');
  await expect(page).toHaveURL(/\/general\/alarm$/);
  await page.getByLabel('Telefonnummer 1').fill('+4790000001');
  await page.getByRole('link', { name: 'Enheter', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Ulagrede endringer');
  await expect(dialog).toContainText(
    'Du er i ferd med å forlate siden, men du har ulagrede endringer som vil gå tapt. Vil du fortsette?',
  );
  await dialog.getByRole('button', { name: 'Avbryt' }).click();
  await expect(page.getByLabel('Telefonnummer 1')).toHaveValue('+4790000001');
});

test('a value that is changed at the device stands beside the wanted one; it is replaced by a press, or kept, and the history tells both', async ({
  story,
}) => {
  const page = await story.open('SUPERFIRM', '/vardes');
  const button = await story.device(({ name }) => name === 'Trygghetsalarm 002');
  await findDevices(page, button.name);
  await page.getByRole('link', { name: `Innstillinger for ${button.name}` }).click();
  for (const tab of ['Generelt', 'Lys og lyd']) await page.getByRole('link', { name: tab, exact: true }).click();
  const volume = page.getByRole('textbox', { name: 'Volum i høyttaleren' });
  await volume.fill('55');
  await page.getByRole('button', { name: 'Lagre', exact: true }).click();
  button.wire.sendPosition();
  await expect.poll(() => button.wire.settings).toMatchObject({ volumeLevel: 55 });
  await expect(page.getByText('Bekreftet').first()).toBeVisible();

  button.wire.change({ volumeLevel: 20 });
  await expect(page.getByText('Ønsket 55 %, enheten har 20 %')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send på nytt: Volum i høyttaleren' }).click();
  await expect.poll(() => button.wire.settings).toMatchObject({ volumeLevel: 55 });
  await expect(page.getByText(/^Ønsket 55/)).toHaveCount(0);

  button.wire.change({ volumeLevel: 30 });
  await page.getByRole('button', { name: 'Behold enhetens: Volum i høyttaleren' }).click();
  await expect(page.getByText(/^Ønsket 55/)).toHaveCount(0);
  await expect(volume).toHaveValue('30 %');
  expect(button.wire.settings).toMatchObject({ volumeLevel: 30 });

  await page.getByRole('button', { name: 'Historikk', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Historikk for innstillinger' });
  await expect(dialog.getByText('Volum i høyttaleren: fra 55 % til 30 %')).toBeVisible();
  await expect(dialog.getByText('Beholdt verdien i enheten. Ingenting ble sendt.')).toBeVisible();
  await expect(dialog.getByText('Volum i høyttaleren: fra 20 % til 55 %')).toBeVisible();
  await expectAccessible(page);
});

test('of two people on one form the second is told what the first has changed, and by whom, before anything is sent', async ({
  story,
}) => {
  const first = await story.open('SUPERFIRM', '/vardes');
  const second = await story.open('AHP', '/vardes');
  for (const page of [first, second]) await openSettings(page, 'Sporing');
  const interval = (page: typeof first) => page.getByLabel('Sporingsintervall', { exact: true });
  const save = (page: typeof first) => page.getByRole('button', { name: 'Lagre', exact: true });
  await interval(second).selectOption('30 minutter');
  await interval(first).selectOption('2 minutter');
  await save(first).click();
  const told = second.getByText(/har endret fra .* til 2 minutter mens du redigerte\. Du har valgt 30 minutter\.$/);
  await expect(told).toBeVisible();
  await expectAccessible(second);
  await save(second).click();
  await expect(second.getByText(/^Innstillinger som du har endret, er endret av noen andre/)).toBeVisible();
  await expect(interval(first)).toHaveValue('120');
  await second.getByRole('button', { name: 'Behold 30 minutter: Sporingsintervall' }).click();
  await save(second).click();
  await expect(interval(first)).toHaveValue('1800');
});

test('five settings of a watch that is offline wait for it, reach it when it is online, and are shown as it has them: reported, or received', async ({
  story,
}) => {
  const isOffline = ({ name }: { name: string }) => name === 'Trygghetsklokke 002';
  const page = await story.open('SUPERFIRM', '/vardes');
  const before = await story.device(isOffline);
  before.wire.sendPosition();
  await findDevices(page, before.name);
  await page.getByRole('link', { name: `Innstillinger for ${before.name}` }).click();
  const save = () => page.getByRole('button', { name: 'Lagre', exact: true }).click();
  const tab = (name: string) => page.getByRole('link', { name, exact: true }).click();
  await tab('Generelt');
  await tab('Skjerm og lyd');
  await expect(page.getByRole('textbox', { name: 'Volum i høyttaleren' })).toBeVisible();
  before.wire.close();

  await page.getByRole('switch', { name: 'Vibrasjon' }).click();
  await page.getByRole('textbox', { name: 'Volum i høyttaleren' }).fill('35');
  await save();
  await expect(page.getByText('Venter')).toHaveCount(2);
  await tab('Alarminnstillinger');
  await page.getByLabel('Telefonnummer 1').fill('+4790000001');
  await page.getByRole('group', { name: 'Numre som ringes ved alarm' }).getByRole('textbox').fill('112');
  await save();
  await expect(page.getByText('Venter')).toHaveCount(2);
  await tab('Sporing');
  await page.getByLabel('Sporingsintervall', { exact: true }).selectOption('20 minutter');
  await save();
  await expect(page.getByText('Venter')).toHaveCount(1);
  expect(before.wire.settings).toEqual({});

  const watch = await story.device(isOffline);
  await expect
    .poll(() => watch.wire.settings)
    .toMatchObject({
      ...{ vibrationOn: false, volumeLevel: 35, phoneNoWhiteList1: '+4790000001', sosNumbers: '112' },
      trackingInterval: 1200,
    });
  await expect(page.getByText('Bekreftet').first()).toBeVisible();
  await tab('Generelt');
  await tab('Skjerm og lyd');
  await expect(page.getByText('Bekreftet').first()).toBeVisible();
  await expect(page.getByText('Mottatt av enheten')).toHaveCount(0);
  await tab('Alarminnstillinger');
  await expect(page.getByText('Mottatt av enheten')).toHaveCount(2);
  await expect(page.getByText('Venter')).toHaveCount(0);
  await expectAccessible(page);
});
