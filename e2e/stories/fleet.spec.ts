import { expect, test } from '@playwright/test';
import { findDevices, logInByHand } from '../fixtures/story.ts';
import { type RunningVarde, startVarde } from '../fixtures/varde.ts';

let varde: RunningVarde;
test.beforeAll(async () => {
  varde = await startVarde({ fleet: true });
});
test.afterAll(() => varde.dispose());

test('the simulated fleet appears in the list, and a walking device moves on its map [C2.02]', async ({ page }) => {
  await logInByHand(page, varde, 'SUPERFIRM');
  await expect(page.getByText('60 enheter')).toBeVisible();
  // sixty devices connect over real sockets, and the page is never reloaded
  await findDevices(page, 'Tors klokke');
  const row = page.getByRole('row').filter({ hasText: 'Tors klokke' });
  await expect(row).toContainText('%');
  await expect(page).toHaveURL(/search=Tors/);

  await row.getByRole('link', { name: 'Kart for Tors klokke' }).click();
  await expect(page.getByRole('heading', { name: 'Transaksjonslogg for Tors klokke' })).toBeVisible();
  await expect(page).toHaveURL(/#\/mapsingle\/\d+$/);
  const notice = page.getByRole('dialog', { name: 'Posisjoner er personopplysninger' });
  await notice.getByRole('button', { name: 'OK' }).click();
  await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible();
  const newest = page.getByRole('row').filter({ hasText: 'Posisjon' }).nth(1);
  const before = await newest.textContent();
  await expect.poll(() => newest.textContent(), { timeout: 40_000 }).not.toBe(before);

  // the newest is drawn last, over the others; its place on the screen moves with the map, its name gives its position
  const marker = page.getByRole('img', { name: /^Tors klokke: \d\d\.\d{5}, \d\.\d{5}, / }).last();
  const placeOf = async () => (await marker.getAttribute('aria-label'))?.split(', ').slice(0, 2).join(', ');
  const left = await placeOf();
  await expect.poll(placeOf, { timeout: 40_000 }).not.toBe(left);
});
