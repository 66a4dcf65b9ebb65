import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/story.ts';

test('the page of an alarm is printed whole, without menu and without the names of others', async ({ story }) => {
  const page = await story.open('SUPERFIRM', '/alarms');
  const watch = await story.device(({ protocol }) => protocol === 'watch');
  const other = await story.device(({ protocol }) => protocol === 'eview');
  watch.wire.pressSos();
  other.wire.pressSos();
  const row = page.getByRole('listitem', { name: `Alarm: ${watch.name}` });
  await expect(page.getByRole('listitem', { name: `Alarm: ${other.name}` })).toBeVisible();
  const alarmId = await row.getAttribute('data-alarm');
  await page.goto(`/#/alarms/${alarmId}`);
  await expect(page.getByRole('heading', { level: 1, name: `Alarm: ${watch.name}` })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const printed = page.locator('body');
  await expect(printed).toContainText(watch.name, { useInnerText: true });
  await expect(printed).not.toContainText(other.name, { useInnerText: true });
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const hidden = await page.locator('main').evaluate((main) => main.scrollHeight - main.clientHeight);
  expect(hidden).toBe(0);
});

test('the open menu of a device’s actions is within a region of the page', async ({ story }) => {
  const page = await story.open('SUPERFIRM', '/settings/1/23/general/settings');
  await page.getByRole('button', { name: 'Handlinger' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withRules(['region']).analyze();
  expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
});

/** What has the focus, when another part of the page lies over its middle. */
const coveredFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return null;
    const { left, top, width, height } = focused.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    const isOwn = above === null || focused.contains(above) || above.contains(focused) || above.closest('label');
    return isOwn ? null : focused.outerHTML;
  });

for (const { name, path, save } of [
  { name: 'settings', path: '/settings/1/23/general/settings', save: true },
  { name: 'a new user', path: '/admin/users', save: false },
])
  test(`the focus is never behind a bar that stays in sight: ${name}`, async ({ story }) => {
    const page = await story.open('SUPERFIRM', path, { viewport: { width: 390, height: 600 } });
    if (save) await expect(page.getByRole('button', { name: 'Lagre', exact: true })).toBeVisible();
    else await page.getByRole('button', { name: 'Ny bruker' }).click();
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press(step < 40 ? 'Tab' : 'Shift+Tab');
      expect(await coveredFocus(page)).toBeNull();
    }
  });
