import { expect, expectAccessible, findDevices, test } from '../fixtures/story.ts';

const isWatch = ({ name }: { name: string }) => name === 'Tors klokke';

/** No other story switches it on, so that no step of it is counted. */
const stepper = 'Trygghetsklokke 008';

async function openTab(page: import('@playwright/test').Page, name: string, tab: string): Promise<void> {
  await findDevices(page, name);
  await page
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('link', { name: /^Innstillinger/ })
    .click();
  await page.getByRole('link', { name: 'Generelt', exact: true }).click();
  await page.getByRole('link', { name: tab, exact: true }).click();
}

test('[D2.028 D7.007 D7.009] heart rate and blood pressure come from the watch by themselves and on request, and how often it measures reaches the watch', async ({
  story,
}) => {
  const page = await story.open('SUPERFIRM', '/vardes');
  await openTab(page, 'Tors klokke', 'Puls og blodtrykk');
  await expect(page.getByText('Ingen målinger')).toBeVisible();
  const watch = await story.device(isWatch);
  watch.wire.perform({ type: 'say', kind: 'health' });
  const rows = page.getByRole('table', { name: 'Målinger' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toHaveText(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d\d{2,3}\d{3}\d{2}$/);

  await page.getByRole('button', { name: 'Mål blodtrykk nå' }).click();
  await expect(page.getByRole('list', { name: 'Siste handlinger' })).toContainText(/Mål blodtrykk nå\s*Bekreftet/);
  await expect(rows).toHaveCount(3);

  await page.getByRole('switch', { name: 'Mål puls og blodtrykk' }).check();
  await page.getByLabel('Intervall for puls').selectOption('15 minutter');
  await page.getByRole('button', { name: 'Lagre', exact: true }).click();
  await expect
    .poll(() => watch.wire.settings)
    .toMatchObject({
      heartRateBloodPressureSetting: true,
      heartRateInterval: 15,
      bloodPressureInterval: 60,
    });
  await expect(page.locator('form').getByText('Mottatt av enheten')).not.toHaveCount(0);
  await expectAccessible(page);
});

test('[D2.041 D2.042 D2.043 D7.014] the steps of the watch are bars of the last 14 days, and its pedometer is turned off', async ({
  story,
}) => {
  const watch = await story.device(({ name }) => name === stepper);
  const { place, speed, course } = { place: { lat: 62.4719, lng: 6.1536 }, speed: 4, course: 0 };
  const page = await story.open('SUPERFIRM', '/vardes');
  await openTab(page, stepper, 'Skritteller');
  const steps = page.getByRole('table', { name: 'Skritt per dag' });
  await expect(page.getByText('Ingen data')).toBeVisible();
  watch.wire.perform({ type: 'move', place, speed, course, steps: 1234 });
  watch.wire.sendPosition();
  await expect(async () => {
    await page.reload();
    // Without steps the page says so, and has no table.
    await expect(page.getByText('Ingen data').or(steps)).toBeVisible();
    await expect(steps).toContainText(/1\s234/, { timeout: 3_000 });
  }).toPass();
  await expect(page.locator('figure .recharts-bar-rectangle')).toHaveCount(14);
  await page.getByRole('switch', { name: 'Skritteller' }).uncheck();
  await page.getByRole('button', { name: 'Lagre', exact: true }).click();
  await expect.poll(() => watch.wire.settings).toMatchObject({ devicePedometer: false });
  await expect(page.locator('form').getByText('Mottatt av enheten')).toBeVisible();
  await expectAccessible(page);
});
