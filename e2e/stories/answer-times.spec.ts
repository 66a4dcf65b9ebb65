import { expect, expectAccessible, test } from '../fixtures/story.ts';

test('an alarm that was taken in time stands in the report of answer times, also on a phone', async ({ story }) => {
  const page = await story.open('FIRM', '/alarms');
  const pendant = await story.device(({ protocol }) => protocol === 'eview');
  pendant.wire.pressSos();
  const alarm = page.getByRole('listitem', { name: `Alarm: ${pendant.name}` });
  await alarm.getByRole('button', { name: 'Ta alarmen' }).click();
  await expect(alarm.getByRole('button', { name: 'Slipp alarmen' })).toBeVisible();

  await page.getByRole('link', { name: 'Historikk', exact: true }).click();
  await page.getByRole('link', { name: 'Svartider' }).click();
  await page.getByLabel('Vis etter').selectOption('Kunde');
  await expect(page).toHaveURL(/by=customer/);
  const row = page.getByRole('row').filter({ hasText: 'Alle' });
  await expect(row.getByRole('cell').nth(1)).toHaveText(/^\d+,\d\s%$/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expect(row).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});
