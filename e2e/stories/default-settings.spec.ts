import { expect, expectAccessible, findDevices, test } from '../fixtures/story.ts';

const isWatch = ({ name }: { name: string }) => name === 'Hjemmeboende 002';

test('a customer’s default settings are given to chosen devices in the list, and reach a device when it connects', async ({
  story,
}) => {
  const page = await story.open('SUPERFIRM', '/admin/customers');
  await page.getByRole('button', { name: /^Solvik kommune/ }).click();
  const section = page.getByRole('region', { name: 'Standardinnstillinger' });
  const type = section.getByLabel('Enhetstype');
  await type.selectOption('24');
  const interval = section.getByLabel('Sporingsintervall', { exact: true });
  await expect(interval).toBeDisabled();
  await section.getByLabel('Egen standard: Sporingsintervall', { exact: true }).check();
  await interval.selectOption('10 minutter');
  await expectAccessible(page);
  await section.getByRole('button', { name: 'Lagre', exact: true }).click();
  await expect(page.getByText('Standardinnstillingene er lagret.')).toBeVisible();

  await page.getByRole('link', { name: 'Enheter', exact: true }).click();
  await findDevices(page, 'Hjemmeboende 002');
  await page.getByRole('button', { name: 'Velg og eksporter' }).click();
  await page.getByRole('checkbox', { name: 'Velg Hjemmeboende 002' }).check();
  await page.getByRole('button', { name: 'Standardinnstillinger', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('1 innstilling endres')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Endre 1 enhet' }).click();
  await expect(dialog.getByText('Fikk standardinnstillinger')).toBeVisible();
  await page.keyboard.press('Escape');

  const watch = await story.device(isWatch);
  watch.wire.sendPosition();
  await expect.poll(() => watch.wire.settings).toMatchObject({ trackingInterval: 600 });
});

test('a setting is chosen for many devices from their selection, and reaches each one when it connects', async ({
  story,
}) => {
  const page = await story.open('FIRM', '/vardes');
  await page.getByRole('searchbox').fill('Hjemmeboende 00');
  await expect(page.getByRole('row')).toHaveCount(9);
  await page.getByRole('button', { name: 'Velg og eksporter' }).click();
  for (const number of ['003', '004', '005'])
    await page.getByRole('checkbox', { name: `Velg Hjemmeboende ${number}` }).check();
  await page.getByRole('button', { name: 'Innstillinger', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Endre innstillinger' });
  await dialog.getByLabel('Legg til en innstilling').selectOption({ label: 'Sporingsintervall' });
  await dialog.getByLabel('Sporingsintervall', { exact: true }).selectOption('10 minutter');
  await dialog.getByRole('button', { name: 'Vis hva som endres' }).click();
  await expect(dialog.getByText('2 enheter får verdiene')).toBeVisible();
  await expect(dialog.getByText(/^1 enhet er ikke med: de har ikke innstillingene/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Endre 2 enheter' }).click();
  await expect(dialog.getByText('I kø, men enheten er ikke tilkoblet')).toHaveCount(2);

  const watch = await story.device(({ name }) => name === 'Hjemmeboende 005');
  watch.wire.sendPosition();
  await expect.poll(() => watch.wire.settings).toMatchObject({ trackingInterval: 600 });
});
