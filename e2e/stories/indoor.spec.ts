import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import { expect, expectAccessibleInBothThemes, test } from '../fixtures/story.ts';

const name = 'Tors klokke';

test('a watch is scanned, the room is placed on the map, named and renamed, and when the watch is there again its log says so [D2.062 D2.063 D2.068 D4.016 D4.018 D4.019 D4.020 D4.021 D7.102]', async ({
  story,
  varde,
}) => {
  const admin = await logIn(varde, 'SUPERFIRM');
  const { devices } = await admin.call(api.devices.listDevices, { query: { search: name } });
  const deviId = devices[0]?.deviId ?? 0;
  const page = await story.open('SUPERFIRM', `/settings/${deviId}/29/indoor`);
  const tabs = page.getByRole('navigation', { name: 'Steder innendørs' });
  await expect(tabs.getByRole('link')).toHaveText(['Legg til sted innendørs']);
  await expect(page.getByText('Enheten er ikke tilkoblet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start søk' })).toBeDisabled();

  const watch = await story.device((device) => device.name === name);
  await expect(page.getByText('Legg enheten der den skal kjenne seg igjen')).toBeVisible();
  await page.getByRole('button', { name: 'Start søk' }).click();
  const found = page.getByText(/^Fant \d+ aksesspunkter$/);
  await expect(found).toBeVisible();
  await page.getByRole('button', { name: 'Plasser på kartet' }).click();

  const coordinates = page.getByLabel('Koordinater');
  const next = page.getByRole('button', { name: 'Navn og referansepunkter' });
  await expect(next).toBeDisabled();
  await coordinates.fill('62,4719 6,1536');
  await coordinates.press('Enter');
  await expect(coordinates).toHaveValue('62.47190, 6.15360');
  const marker = page.getByRole('button', { name: 'Stedet på kartet. Flytt det med piltastene.' });
  await marker.press('ArrowUp');
  await expect(coordinates).not.toHaveValue('62.47190, 6.15360');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Tilbake' }).click();
  await expect(found).toBeVisible();
  await page.getByRole('button', { name: 'Plasser på kartet' }).click();
  await next.click();
  await page.getByRole('button', { name: 'Tilbake' }).click();
  await next.click();

  const save = page.getByRole('button', { name: 'Lagre', exact: true });
  await expect(save).toBeDisabled();
  await page.getByLabel('Navn på stedet').fill('Stua');
  await expect(tabs.getByRole('link')).toHaveText(['Stua']);
  await expectAccessibleInBothThemes(page);
  await save.click();
  await expect(page.getByText('Stua er lagret.')).toBeVisible();
  await expect(tabs.getByRole('link')).toHaveText(['Stua', 'Legg til sted innendørs']);
  await expect(page).toHaveURL(/\/indoor\/\d+$/);
  await expect(page.getByRole('button', { name: 'Slett stedet' })).toBeVisible();
  await page.getByLabel('Navn på stedet').fill('Stova');
  await save.click();
  await expect(page.getByText('Stova er lagret.')).toBeVisible();
  await expect(tabs.getByRole('link')).toHaveText(['Stova', 'Legg til sted innendørs']);

  watch.wire.perform({
    type: 'move',
    place: { lat: watch.lat, lng: watch.lng },
    speed: 0,
    course: 0,
    steps: 1,
  });
  watch.wire.sendPosition();
  const log = await story.open('SUPERFIRM', `/mapsingle/${deviId}`);
  await expect(log.getByRole('row').filter({ hasText: 'Stova' }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Slett stedet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Slett stedet' });
  await expect(dialog).toContainText('Stova slettes.');
  await dialog.getByRole('button', { name: 'Slett' }).click();
  await expect(tabs.getByRole('link')).toHaveText(['Legg til sted innendørs']);
});
