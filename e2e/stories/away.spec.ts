import type { Page } from '@playwright/test';
import { expect, expectAccessible, showAlarm, test } from '../fixtures/story.ts';

const isPendant = ({ protocol }: { protocol: string }) => protocol === 'eview';
const goTo = (page: Page, path: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, `#${path}`);
const iconOf = (page: Page) => page.locator('#favicon').getAttribute('href');

/** From now on no further code of the console loads: there is no network, or another version is installed. */
const loseCode = (page: Page) => page.route('**/assets/**', (route) => route.abort('internetdisconnected'));

test('the page of all alarms opens when no further code can be loaded', async ({ story }) => {
  const page = await story.open('FIRM', '/vardes');
  const pendant = await story.device(isPendant);
  await expect(page.getByRole('heading', { name: 'Enheter' })).toBeVisible();
  await loseCode(page);
  await goTo(page, '/alarms');
  await expect(page.getByRole('heading', { name: 'Alarmer' })).toBeVisible();
  pendant.wire.pressSos();
  await expect(page.getByRole('listitem', { name: `Alarm: ${pendant.name}` })).toBeVisible();
});

test('a page whose code cannot be loaded says so beside the alarms, and opens once it loads', async ({ story }) => {
  const page = await story.open('SUPERFIRM', '/vardes');
  const pendant = await story.device(isPendant);
  pendant.wire.pressSos();
  const row = page.getByRole('listitem', { name: `Alarm: ${pendant.name}` });
  await expect(row).toBeVisible();
  let loads = 0;
  page.on('load', () => {
    loads++;
  });
  await loseCode(page);
  await goTo(page, '/admin/outbox');
  await expect(page.getByText('Siden kunne ikke lastes')).toBeVisible();
  await showAlarm(row);
  await expect(page).toHaveTitle(/^\(1\) ALARM/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Prøv igjen' }).click();
  await expect(page.getByText('Siden kunne ikke lastes')).toBeVisible();
  await showAlarm(row);
  await row.getByRole('button', { name: 'Tilbakestill' }).click();
  await expect(row.getByRole('alert')).toContainText('Kunne ikke');
  const again = page.getByRole('button', { name: 'Prøv igjen' });
  await expect(again, 'the first attempt has failed').toBeEnabled();

  await page.keyboard.press('Escape');
  await page.unrouteAll();
  await again.click();
  await expect(page.getByRole('heading', { name: 'Utboks' })).toBeVisible();
  await showAlarm(row);
  expect(loads, 'at most what the press asked for').toBeLessThanOrEqual(1);
});

test('without contact the page shows a clear warning, keeps its data, and reports beside a button that its call failed', async ({
  story,
  varde,
}) => {
  const page = await story.open('FIRM', '/vardes');
  const pendant = await story.device(isPendant);
  pendant.wire.pressSos();
  const row = page.getByRole('listitem', { name: `Alarm: ${pendant.name}` });
  await expect(row).toBeVisible();
  await expect.poll(() => pendant.wire.unacknowledged).toEqual([]);
  expect(await iconOf(page)).toBe('/favicon-alarm.svg');

  await varde.kill();
  await expect(page.getByText(/^Ingen kontakt siden kl\. \d\d:\d\d\. Nye alarmer vises ikke her\.$/)).toBeVisible();
  await expect(page).toHaveTitle(/^Ingen kontakt – \(1\) ALARM/);
  expect(await iconOf(page)).toBe('/favicon-offline.svg');
  await row.getByRole('button', { name: 'Ta alarmen' }).click();
  await expect(row.getByRole('alert')).toHaveText(/Kunne ikke ta alarmen/);
  await expectAccessible(page);

  await varde.start();
  await expect(page.getByText(/^Ingen kontakt siden/)).toHaveCount(0, { timeout: 40_000 });
  await expect(page).toHaveTitle(/^\(1\) ALARM/);
  expect(await iconOf(page)).toBe('/favicon-alarm.svg');
  await row.getByRole('button', { name: 'Ta alarmen' }).click();
  await expect(row.getByText('Du har tatt alarmen')).toBeVisible();
});

test('a console whose first code cannot be loaded says so instead of staying empty, and starts once it loads', async ({
  story,
}) => {
  const page = await story.open('FIRM', '/vardes');
  await page.route('**/assets/show-console-*.js', (route) => route.abort('internetdisconnected'));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Siden kunne ikke lastes.');
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Prøv igjen' }).click();
  await expect(page.getByRole('heading', { name: 'Enheter' })).toBeVisible();
});

test('a tab that was open during an upgrade asks to reload, and receives alarms until it does', async ({
  story,
  varde,
}) => {
  const page = await story.open('FIRM', '/vardes');
  const pendant = await story.device(isPendant);
  await expect(page.getByRole('heading', { name: 'Enheter' })).toBeVisible();
  await page.route(`${varde.url}/`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/assets\/index-[\w-]+\.js/, 'assets/index-another.js');
    await route.fulfill({ response: answer, body });
  });
  await loseCode(page);
  await varde.kill();
  await varde.start();
  await expect(page.getByText('Varde er oppdatert.')).toBeVisible({ timeout: 40_000 });
  pendant.wire.pressSos();
  const row = page.getByRole('listitem', { name: `Alarm: ${pendant.name}` });
  await expect(row).toBeVisible({ timeout: 40_000 });
  await row.getByRole('button', { name: 'Ta alarmen' }).click();
  await expect(row.getByText('Du har tatt alarmen')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Last siden på nytt' }).click();
  await expect(row.getByText('Du har tatt alarmen')).toBeVisible();
  await expect(page.getByText('Varde er oppdatert.')).toHaveCount(0);
});
