import { expect, expectAccessible, test } from '../fixtures/story.ts';

test('an administrator sees that Varde’s own test alarm has walked from a device’s connection to its receiver, and nobody sees its device', async ({
  story,
}) => {
  const page = await story.open('SUPERFIRM', '/admin/alarm_path');
  await expect(page.getByRole('cell', { name: 'Kom fram', exact: true }).first()).toBeVisible({
    timeout: 60_000,
  });
  await expectAccessible(page);
  await page.goto('/#/vardes?search=VARDE-TEST');
  await expect(page.getByText('0 enheter')).toBeAttached();
});
