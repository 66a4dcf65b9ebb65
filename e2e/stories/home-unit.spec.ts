import { expect, expectAccessible, findDevices, test } from '../fixtures/story.ts';

const isHomeUnit = ({ dehaId }: { dehaId: number }) => dehaId === 26;

test('a home unit over MQTT is heard, warns at the threshold that is set for it, and raises an alarm [C1.01]', async ({
  story,
}) => {
  const unit = await story.device(isHomeUnit, { home: null });
  unit.wire.perform({ type: 'battery', level: 35, charging: false });
  unit.wire.say('heartbeat');
  const page = await story.open('FIRM', '/vardes');
  await findDevices(page, unit.name);
  const row = page.getByRole('row').filter({ hasText: unit.name });
  await expect(row).toContainText('35');

  await row.getByRole('link', { name: /^Innstillinger/ }).click();
  await page.getByRole('navigation', { name: 'Faner for enheten' }).getByRole('link', { name: 'Batteri' }).click();
  await expect(page).toHaveURL(/#\/settings\/\d+\/26\/battery$/);
  await expect(page.getByText('Gjelder i Varde, ikke i enheten')).toBeVisible();
  await page.getByLabel('Grense for lavt batteri').selectOption('40 %');
  await page.getByRole('button', { name: 'Lagre', exact: true }).click();
  await expect(page.getByText('Innstillingene er lagret.')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/#/vardes');
  await findDevices(page, unit.name);
  await expect(row).toContainText('Lavt batteri');
  unit.wire.pressSos();
  await expect(page.getByRole('listitem', { name: `Alarm: ${unit.name}` })).toBeVisible();
});
