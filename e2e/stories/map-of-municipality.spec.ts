import { expect, test } from '../fixtures/story.ts';

/** Where no other story is. */
const place = { lat: 62.7, lng: 7.1 };

test('what the filters of the list leave is what the map shows, with the alarm of a wearer above those at the same place, and a press leads to the wearer', async ({
  story,
}) => {
  const named = (name: string) => story.device((device) => device.name === name);
  // Three of one type, and one of another.
  const [first, second] = [await named('Trygghetsalarm 002'), await named('Trygghetsalarm 007')];
  const late = await named('Trygghetsalarm 012');
  const pendant = await named('Trygghetsalarm 008');
  for (const { wire } of [first, second, pendant]) wire.sendPosition(place);
  const page = await story.open('FIRM', '/vardes');
  await page.getByRole('button', { name: 'Filtre', exact: true }).click();
  await page.getByLabel('Type', { exact: true }).selectOption(String(first.dehaId));
  const count = page.getByText(/^\d+ enheter$/);
  await expect(page.getByRole('row').filter({ hasText: pendant.name })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: first.name })).toBeVisible();
  const found = await count.first().innerText();
  await page.getByRole('link', { name: 'Vis i kart' }).click();
  await expect(page).toHaveURL(new RegExp(`#/map\\?dehaId=${first.dehaId}$`));
  await expect(page.getByText(found, { exact: true })).toBeVisible();
  const map = page.getByRole('region', { name: 'Kart over alle enheter' });
  await expect(map.locator('.maplibregl-marker').first()).toBeVisible();

  pendant.wire.pressSos();
  first.wire.pressSos();
  const alarm = map.getByRole('button', { name: `${first.name} · Alarm` });
  await expect(alarm).toBeVisible();
  await expect(map.getByRole('button', { name: `${pendant.name} · Alarm` })).toHaveCount(0);
  await alarm.scrollIntoViewIfNeeded();
  // Drawn after the alarm, at its place.
  late.wire.sendPosition(place);
  await expect(map.getByRole('button', { name: /^2 enheter, verste status/ })).toBeVisible();
  const onTop = () =>
    alarm.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('button') === element;
    });
  await expect.poll(onTop).toBe(true);

  await page.getByRole('button', { name: 'Fjern 1 filter fra listen' }).click();
  await expect(map.getByRole('button', { name: `${pendant.name} · Alarm` })).toBeVisible();
  await page.getByRole('searchbox', { name: /^Søk/ }).fill(first.name);
  await expect(page.getByText('1 enhet', { exact: true })).toBeVisible();
  await expect(map.locator('.maplibregl-marker')).toHaveCount(1);
  await alarm.click();
  await expect(page).toHaveURL(/#\/mapsingle\/\d+$/);
  await expect(page.getByRole('heading', { name: `Transaksjonslogg for ${first.name}` })).toBeVisible();
});
