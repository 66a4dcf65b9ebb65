import { expect, expectAccessible, findDevices, test } from '../fixtures/story.ts';

test('a device is tested from its page: its button is pressed, the alarm comes in, and it leaves the list of devices that must be tested', async ({
  story,
}) => {
  // One that no other story resets as a test.
  const pendant = await story.device(({ name }) => name === 'Trygghetsalarm 014');
  const page = await story.open('FIRM', '/vardes');
  await page.getByRole('button', { name: 'Filtre' }).click();
  await page.getByLabel('Må testes').check();
  await expect(page).toHaveURL(/testDue=1/);
  await findDevices(page, pendant.name);
  const row = page.getByRole('row').filter({ hasText: pendant.name });
  await expect(row).toBeVisible();
  const address = await row.getByRole('link', { name: /^Varslingsliste/ }).getAttribute('href');

  const other = await story.open('FIRM', String(address).replace(/^.*#/, ''), {
    viewport: { width: 390, height: 800 },
  });
  await expect(other.getByText('Aldri testet')).toBeVisible();
  await other.getByRole('button', { name: 'Handlinger' }).click();
  await other.getByRole('menuitem', { name: 'Test alarmen' }).click();
  const dialog = other.getByRole('dialog', { name: `Test ${pendant.name}` });
  await expect(dialog.getByRole('status')).toHaveText('Venter på alarmen');
  await expectAccessible(other);
  pendant.wire.pressSos();
  await expect(dialog.getByText(/^Alarm kom inn kl\./)).toBeVisible();
  await expect(dialog.getByRole('list', { name: /^Tidslinje/ })).toBeVisible();
  await expectAccessible(other);
  await dialog.getByRole('button', { name: 'Tilbakestill som test' }).click();
  await expect(other.getByText(`${pendant.name} er testet.`)).toBeVisible();
  await expect(other.getByText('Aldri testet')).toHaveCount(0);
  await expect(row).toHaveCount(0);
});
