import type { Locator } from '@playwright/test';
import { linkTo } from '../fixtures/mail.ts';
import { expect, test } from '../fixtures/story.ts';

/** When an alarm happened, as clocks in Norway say: `12:52 CET`. */
async function norwegianTime(row: Locator, zoneName: 'short' | undefined): Promise<string> {
  const time = new Date((await row.locator('time').first().getAttribute('datetime')) ?? '');
  const options = { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Oslo' } as const;
  return new Intl.DateTimeFormat('nb', { ...options, timeZoneName: zoneName }).format(time);
}

test('an alarm has the time of its customer’s clocks, also in a browser whose clocks are others, where the zone is beside it, and for the holder of a link', async ({
  story,
  browser,
  varde,
}) => {
  const abroad = await story.open('FIRM', '/vardes', { timezoneId: 'UTC' });
  const home = await story.open('FIRM', '/vardes');
  const watch = await story.device(({ protocol }) => protocol === 'watch');
  watch.wire.pressSos();
  const rowIn = (page: typeof home) => page.getByRole('listitem', { name: `Alarm: ${watch.name}` });
  await expect(rowIn(abroad)).toBeVisible();
  const named = await norwegianTime(rowIn(abroad), 'short');
  expect(named).toMatch(/^\d\d:\d\d CES?T$/);
  await expect(rowIn(abroad).locator('time').first()).toContainText(`kl. ${named}`);
  const plain = await norwegianTime(rowIn(home), undefined);
  await expect(rowIn(home).locator('time').first()).toHaveText(new RegExp(`kl\\. ${plain}$`));

  await rowIn(abroad).getByRole('button', { name: 'Del', exact: true }).click();
  const dialog = abroad.getByRole('dialog');
  await dialog.getByLabel('E-postadresser og mobilnumre').fill('nabo@test.example');
  await dialog.getByRole('button', { name: 'Del', exact: true }).click();
  await expect(dialog.getByText('E-posten er på vei')).toBeVisible();
  const context = await browser.newContext({ timezoneId: 'UTC' });
  const neighbour = await context.newPage();
  await neighbour.goto(await linkTo(varde, 'nabo@test.example', 'shared'));
  await expect(neighbour.getByRole('definition').first()).toHaveText(new RegExp(`${plain}:\\d\\d ${named.slice(6)}`));
  await context.close();
});
