import type { Locator, Page } from '@playwright/test';
import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import { blockSound } from '../fixtures/block-sound.ts';
import { expect, test } from '../fixtures/story.ts';

type Story = Parameters<Parameters<typeof test>[2]>[0]['story'];

/** Raises alarms until so many devices of the demo have one, one after the other. */
async function raiseAlarms(story: Story, count: number, used = new Set<string>()): Promise<void> {
  while (used.size < count) {
    const device = await story.device(
      ({ protocol, name }) => (protocol === 'eview' || protocol === 'watch') && !used.has(name),
    );
    used.add(device.name);
    device.wire.pressSos();
  }
}

const rowsOf = (page: Page) => page.getByRole('listitem', { name: /^Alarm: / });
const claimIn = (row: Locator) => row.getByRole('button', { name: 'Ta alarmen' });
/** From now on time in the page passes only under control of the story. */
const stopClock = async (page: Page) => {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 1000);
};
/** After two frames all effects of the last event have been drawn. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

const middleOf = async (target: Locator) => {
  const box = await target.boundingBox();
  if (box === null) throw new Error('there is nothing to press');
  return [box.x + box.width / 2, box.y + box.height / 2] as const;
};

test('the first press after a reload claims the alarm, although it also lets the browser sound', async ({ story }) => {
  const page = await story.open('FIRM', '/vardes');
  await raiseAlarms(story, 1);
  const row = rowsOf(page);
  await expect(row).toBeVisible();
  await page.addInitScript(blockSound);
  await page.reload();
  await expect(page.getByText(/^Nettleseren blokkerer alarmlyden/)).toBeVisible();
  await expect(claimIn(row)).toBeEnabled();
  const place = await row.boundingBox();
  await page.mouse.move(...(await middleOf(claimIn(row))));
  await page.mouse.down();
  await drawn(page);
  expect(await row.boundingBox(), 'it stays where it is between press and release').toEqual(place);
  await page.mouse.up();
  await expect(row.getByText('Du har tatt alarmen')).toBeVisible();
  await expect(page.getByText(/^Nettleseren blokkerer alarmlyden/)).toBeHidden();
});

/** To less than a pixel: a page is scrolled by whole ones, and heights of texts have fractions. */
async function expectAt(row: Locator, place: Awaited<ReturnType<Locator['boundingBox']>>, within = 1): Promise<void> {
  const { x = NaN, y = NaN } = (await row.boundingBox()) ?? {};
  expect(x).toBe(place?.x);
  expect(Math.abs(y - (place?.y ?? NaN))).toBeLessThan(within);
}

for (const [width, height] of [
  [1280, 800],
  [1024, 768],
  [390, 844],
] as const)
  test(`of forty alarms at ${width} × ${height} no row moves while the pointer is among them, while others claim, reset, press or raise one`, async ({
    story,
    varde,
  }) => {
    const page = await story.open('FIRM', '/alarms', { viewport: { width, height } });
    const used = new Set<string>();
    await raiseAlarms(story, 40, used);
    await expect(rowsOf(page)).toHaveCount(40);
    const row = page.getByRole('listitem', {
      name: (await rowsOf(page).nth(5).getAttribute('aria-label')) ?? '',
    });
    await expect(claimIn(row)).toBeEnabled();
    await claimIn(row).hover();
    const place = await row.boundingBox();

    const { call } = await logIn(varde, 'SUPERFIRM');
    const { alarms } = await call(api.alarms.listAlarms, { query: {} });
    const shown = await rowsOf(page).evaluateAll((rows) => rows.map((each) => each.ariaLabel));
    const others = alarms.filter(({ deviceName }) => {
      const index = shown.indexOf(`Alarm: ${deviceName}`);
      return index >= 0 && index < 5;
    });
    expect(others).toHaveLength(5);
    for (const [index, { alarmId, claimedAt, signalCount }] of others.entries()) {
      const params = { alarmId };
      if (index % 2 === 0) await call(api.alarms.claimAlarm, { params });
      else {
        const body = { handledBy: 'Vakta', outcome: 'other' as const, claimedAt, signalCount };
        await call(api.alarms.resetAlarm, { params, body });
      }
    }
    await expect(rowsOf(page).getByText(/^Tatt av /)).toHaveCount(3);
    await expect(rowsOf(page).getByText(/^Tilbakestilt av /)).toHaveCount(2);
    await raiseAlarms(story, 41, used);
    await expect(page.getByRole('button', { name: '1 ny nederst' })).toBeAttached();
    await expectAt(row, place);

    await page.mouse.down();
    await page.mouse.up();
    await page.mouse.down();
    await page.mouse.up();
    await expect(row.getByText('Du har tatt alarmen')).toBeVisible();
    await drawn(page);
    await expectAt(row, place, 5); // its own words above the button have changed: the button stays, to the pixel
    const after = (await call(api.alarms.listAlarms, { query: {} })).alarms;
    expect(
      after.filter(({ state }) => state === 'claimed'),
      'two presses claim one alarm',
    ).toHaveLength(4);
  });

test('a press on an element that has just moved under the pointer does nothing, and says so', async ({
  story,
  varde,
}) => {
  const page = await story.open('SUPERFIRM', '/vardes');
  await page.clock.install();
  await page.reload();
  await expect(page.getByText('60 enheter')).toBeVisible();
  await stopClock(page);
  await raiseAlarms(story, 1);
  const claim = claimIn(rowsOf(page));
  for (let turns = 0; turns < 20 && !(await claim.isVisible()); turns++) await page.clock.runFor(20);
  await page.mouse.click(...(await middleOf(claim)));
  await page.clock.runFor(50);
  await expect(page.getByText('Listen flyttet seg. Trykk igjen.')).toBeVisible();
  const { call } = await logIn(varde, 'SUPERFIRM');
  expect((await call(api.alarms.listAlarms, { query: {} })).alarms).toMatchObject([{ state: 'open' }]);
  await page.clock.runFor(500);
  await page.mouse.click(...(await middleOf(claim)));
  await page.clock.resume();
  await expect(rowsOf(page).getByText('Du har tatt alarmen')).toBeVisible();
});

test('a press on a row right after a search opens that row: the list waits for the press to end', async ({ story }) => {
  const page = await story.open('SUPERFIRM', '/vardes');
  await page.clock.install();
  await page.reload();
  await expect(page.getByText('60 enheter')).toBeVisible();
  const opener = page
    .getByRole('row')
    .nth(3)
    .getByRole('button', { name: /^Mer om/ });
  const name = (await opener.getAttribute('aria-label')) ?? '';
  const pressed = page.getByRole('button', { name });
  const searches: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('search=')) searches.push(request.url());
  });
  await stopClock(page); // before the delay after which the field searches by itself
  await page.getByRole('searchbox').pressSequentially('Rom');
  const place = await pressed.boundingBox();
  await page.mouse.move(...(await middleOf(pressed)));
  await page.mouse.down();
  await page.clock.runFor(1000);
  expect(searches).toEqual([]);
  expect(await pressed.boundingBox()).toEqual(place);
  await page.mouse.up();
  await page.clock.runFor(10);
  expect(await pressed.getAttribute('aria-expanded')).toBe('true');
  await page.clock.resume();
  await expect.poll(() => searches.length).toBe(1);
  await expect(page.getByText('60 enheter')).toBeHidden();
});
