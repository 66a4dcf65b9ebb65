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

for (const width of [320, 390, 1280])
  test(`a strip over every page says that test alarms no longer arrive, leads to the self-check, and moves nothing (${width} px)`, async ({
    story,
  }) => {
    const page = await story.open('SUPERFIRM', '/vardes', { viewport: { width, height: 800 } });
    await expect(page.getByText('Ingen aktive alarmer')).toBeVisible();
    const main = page.locator('main');
    const place = await main.boundingBox();
    const lastPassedAt = Date.now() - 12 * 60_000;
    await page.route('**/ajax/alarm_path', (route) =>
      route.fulfill({ json: { isStopped: true, lastPassedAt, lostSessions: [], checks: [] } }),
    );
    await page.reload();
    const link = page.getByRole('link', { name: /^Varde når ikke fram: siste prøvealarm kom / });
    await expect(link).toBeVisible();
    expect(await main.boundingBox()).toEqual(place);
    await expectAccessible(page);
    await link.click();
    await expect(page.getByRole('heading', { name: 'Egenkontroll' })).toBeVisible();
    await expect(link).toBeVisible();
  });
