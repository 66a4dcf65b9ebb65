import { expect, expectAccessibleInBothThemes, expectHeadings, findDevices, test } from '../fixtures/story.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

test('an operator sees all devices of the municipality on one map, an alarm the moment it begins, and finds its wearer by the filters [D2.124 D2.136 D5.062]', async ({
  story,
}) => {
  const watch = await story.device(({ name }) => name === 'Trygghetsklokke 005');
  const other = await story.device(({ name }) => name === 'Trygghetsklokke 006');
  for (const { wire } of [watch, other]) wire.sendPosition();
  const page = await story.open('FIRM', '/vardes');
  await expect(page.getByRole('heading', { level: 1, name: 'Enheter' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await expect(page).toHaveURL(/#\/map$/);
  await expect(page.getByText(/^\d+ enheter$/).first()).toBeVisible();
  const marks = page.getByRole('region', { name: 'Kart over alle enheter' });
  const inView = page.getByRole('region', { name: 'Enheter i kartutsnittet' });
  await expect(inView.getByRole('row')).not.toHaveCount(0);
  const alarm = marks.getByRole('button', { name: `${watch.name} · Alarm` });
  await expect(alarm).toHaveCount(0);

  watch.wire.pressSos();
  await expect(alarm).toBeVisible();
  await expect(inView.getByRole('row').nth(1)).toContainText(watch.name);
  await expectAccessibleInBothThemes(page);
  await expectHeadings(page);

  await page.getByRole('button', { name: /^Vis bare/ }).click();
  await page.getByRole('checkbox', { name: 'Alarm', exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/map\?filters=ALARM$/);
  await expect(page.getByText('1 enhet', { exact: true })).toBeVisible();
  await expect(inView.getByRole('link')).toHaveText([watch.name]);
  await page.getByRole('link', { name: 'Vis i liste' }).click();
  await expect(page).toHaveURL(/#\/vardes$/);
  await page.goBack();
  await alarm.click();
  await expect(page).toHaveURL(/#\/mapsingle\/\d+$/);
  await expect(page.getByRole('heading', { name: `Transaksjonslogg for ${watch.name}` })).toBeVisible();
});

test('what is found in the list is shown on the map, on a phone as well', async ({ story }) => {
  const watch = await story.device(({ name }) => name === 'Trygghetsklokke 005');
  watch.wire.sendPosition();
  const page = await story.open('FIRM', '/vardes', phone);
  await findDevices(page, watch.name);
  await page.getByRole('button', { name: 'Filtre', exact: true }).click();
  await page.getByRole('link', { name: 'Vis i kart' }).click();
  await expect(page).toHaveURL(/#\/map\?search=/);
  const heading = page.getByText('1 enhet', { exact: true });
  await expect(heading).toBeVisible();
  const marks = page.getByRole('region', { name: 'Kart over alle enheter' });
  await expect(marks.getByRole('button', { name: new RegExp(`^${watch.name} · `) })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  const log = page.getByRole('region', { name: 'Transaksjonslogg for alle enheter' });
  await expect(log.getByRole('cell', { name: watch.name, exact: true }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('region', { name: 'Enheter i kartutsnittet' }).getByRole('link', { name: watch.name }).click();
  await expect(page).toHaveURL(/#\/mapsingle\/\d+$/);
});
