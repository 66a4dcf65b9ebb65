import type { Locator, Page } from '@playwright/test';
import { api } from '@varde/contract/api';
import { deviceNamed, logIn } from '../fixtures/api.ts';
import { blockSound } from '../fixtures/block-sound.ts';
import { expect, expectAccessibleInBothThemes, expectHeadings, test } from '../fixtures/story.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const tablet = { viewport: { width: 768, height: 1024 }, hasTouch: true };

/** What stands beside the screen, or higher than the line that it is in. */
async function outside(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((parts) => {
    const [line] = parts;
    const box = line?.getBoundingClientRect();
    if (line === undefined || box === undefined) return ['there is no such line'];
    return [...line.querySelectorAll('*')]
      .map((each) => ({ each, at: each.getBoundingClientRect() }))
      .filter(({ each, at }) => at.width > 1 && at.height > 1 && getComputedStyle(each).clipPath === 'none')
      .filter(({ at }) => at.right > innerWidth + 1 || at.top < box.top - 1 || at.bottom > box.bottom + 1)
      .map(({ each }) => each.outerHTML.slice(0, 120));
  });
}

for (const [name, size] of [
  ['a phone', phone],
  ['a tablet', tablet],
  ['a small desk', { viewport: { width: 1024, height: 768 } }],
] as const)
  test(`the strip with a blocked sound and an alarm fits its line on ${name}, also on the page of the alarm's device`, async ({
    story,
    varde,
  }) => {
    const pendant = await story.device(({ name: each }) => each === 'Trygghetsalarm 003');
    pendant.wire.pressSos();
    const { deviId, dehaId } = await deviceNamed(varde, pendant.name);
    const page = await story.open('SUPERFIRM', '/alarms', size);
    await page.addInitScript(blockSound);
    for (const path of ['/alarms', `/settings/${deviId}/${dehaId}`]) {
      await page.goto(`/#${path}`);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Slå på lyden' })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: 'Alarmlyd' })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: 'Ta alarmen' }).first()).toBeInViewport({ ratio: 1 });
      expect(await outside(page, 'section[data-sound]')).toEqual([]);
    }
  });

test('five alarms are whole on a phone, and ten on a tablet', async ({ story }) => {
  const names = Array.from({ length: 10 }, (_, at) => `Trygghetsalarm ${String(at + 1).padStart(3, '0')}`);
  for (const name of names) (await story.device((each) => each.name === name)).wire.pressSos();
  const page = await story.open('SUPERFIRM', '/alarms', phone);
  const rows = page.getByRole('listitem', { name: /^Alarm: Trygghetsalarm/ });
  await expect(rows).toHaveCount(10);
  await expect(rows.nth(4)).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(tablet.viewport);
  await expect(rows.nth(9)).toBeInViewport({ ratio: 1 });
});

test('the user’s menu is on the screen of a tablet, whatever stands beside it', async ({ story }) => {
  const pendant = await story.device(({ name }) => name === 'Trygghetsalarm 003');
  pendant.wire.pressSos();
  const page = await story.open('SUPERFIRM', '/vardes', tablet);
  const menu = page.getByRole('button', { name: /, meny$/ });
  for (const width of [768, 800, 992, 1024]) {
    await page.setViewportSize({ width, height: 1024 });
    await expect(menu).toBeInViewport({ ratio: 1 });
  }
});

test('on a phone devices are in the first view of the list: the search and one button for all other tools, whose filters open where one looks', async ({
  story,
}) => {
  const page = await story.open('SUPERFIRM', '/vardes', phone);
  const rows = page.getByRole('table', { name: 'Enheter' }).getByRole('row');
  await expect(rows.nth(7)).toBeInViewport({ ratio: 1 });
  const row = rows.nth(1);
  // Two lines: the status and the name, and below them the battery and the last contact.
  const [status, name, serial, , battery, , , contact] = await row
    .getByRole('cell', { includeHidden: true })
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().toJSON() as DOMRect));
  expect(status?.top).toBeLessThan(battery?.top ?? 0);
  expect(contact?.top).toBe(battery?.top);
  expect(name?.right).toBeLessThanOrEqual(serial?.left ?? 0);
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(60);
  const tools = page.getByRole('button', { name: 'Valg', exact: true });
  const middleOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
  };
  const line = await middleOf(tools);
  expect(Math.abs((await middleOf(page.getByRole('searchbox'))) - line), 'one line of tools').toBeLessThan(3);
  expect(Math.abs((await middleOf(page.getByText(/^\d+ enheter$/))) - line), 'with the count').toBeLessThan(3);
  await expect(tools).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('button', { name: 'Filtre' })).toBeHidden();
  await tools.press('Enter');
  await page.getByRole('button', { name: 'Filtre' }).click();
  await expect(page.getByRole('region', { name: 'Filtre' }).getByRole('combobox').first()).toBeInViewport({ ratio: 1 });
  await expectAccessibleInBothThemes(page);
  await expectHeadings(page);
});

test('on a phone the page of an alarm has its next step in sight, also once it is taken and scrolled, and the rest behind headings', async ({
  story,
}) => {
  const pendant = await story.device(({ name }) => name === 'Trygghetsalarm 003');
  pendant.wire.pressSos();
  const page = await story.open('SUPERFIRM', '/alarms', phone);
  const alarm = page.getByRole('listitem', { name: `Alarm: ${pendant.name}` });
  await page.goto(`/#/alarms/${await alarm.getAttribute('data-alarm')}`);
  const handling = page.getByRole('group', { name: 'Håndtering av alarmen' });
  await handling.getByRole('button', { name: 'Ta alarmen' }).click();
  await expect(handling.getByText('Du har tatt alarmen')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Tidslinje' })).toHaveCount(0);
  await page.getByText('Tidslinje', { exact: true }).click();
  await expect(page.getByRole('list', { name: 'Tidslinje' })).toBeVisible();
  await page.getByText('Alle opplysninger').scrollIntoViewIfNeeded();
  await expect(handling.getByRole('button', { name: 'Tilbakestill' })).toBeInViewport({ ratio: 1 });
  await expectAccessibleInBothThemes(page);
  await expectHeadings(page);
});

test('on a tablet names of devices are whole', async ({ story, varde }) => {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { deviId } = await deviceNamed(varde, 'Trygghetsalarm 002');
  const name = 'Ingeborg Margrethe Kristoffersen';
  await call(api.devices.renameDevice, { params: { deviId }, body: { deviceName: name } });
  for (const viewport of [tablet.viewport, { width: 1024, height: 768 }]) {
    const page = await story.open('SUPERFIRM', `/vardes?search=${encodeURIComponent(name)}`, { viewport });
    const shown = page.getByRole('row').getByRole('link', { name, exact: true });
    await expect(shown).toBeVisible();
    const cut = await shown.evaluate((link) => [
      link.scrollWidth - link.clientWidth,
      link.scrollHeight - link.clientHeight,
    ]);
    expect(Math.max(...cut), `${viewport.width} px`).toBeLessThan(2);
  }
});

test('on a phone the pages of a device are one list, which closes with the choice and has the focus then', async ({
  story,
  varde,
}) => {
  const { deviId, dehaId } = await deviceNamed(varde, 'Trygghetsklokke 002');
  const page = await story.open('SUPERFIRM', `/settings/${deviId}/${dehaId}`, phone);
  const open = page.getByText('Side: Informasjon');
  await expect(open).toBeVisible();
  const pages = page.getByRole('navigation', { name: 'Faner for enheten' });
  await expect(pages).toBeHidden();
  await open.press('Enter');
  await expect(pages.getByRole('link', { name: 'Sporing' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await pages.getByRole('link', { name: 'Organisasjon' }).click();
  await expect(page.getByText('Side: Organisasjon')).toBeFocused();
  await expect(pages).toBeHidden();
  await expect(page.getByRole('radiogroup').first()).toBeVisible();
  await expectHeadings(page);
});

for (const [name, path] of [
  ['customers', '/admin/customers?cust=5'],
  ['users', '/admin/users?user=4'],
  ['personal data', '/admin/personal_data?user=4'],
  ['partners', '/admin/partners?cust=9'],
] as const)
  test(`the page of ${name} has its heading on a phone and a tablet, also while one of them is chosen`, async ({
    story,
  }) => {
    const page = await story.open('SUPERFIRM', path, phone);
    for (const { viewport } of [phone, tablet]) {
      await page.setViewportSize(viewport);
      await expect(page.getByRole('button', { name: /^Tilbake til/ })).toBeVisible();
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expectHeadings(page);
    }
  });

test('on a slow line there are words before the program', async ({ browser, varde }) => {
  const context = await browser.newContext({ baseURL: varde.url });
  const page = await context.newPage();
  let letThrough: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByText('Varde åpnes …')).toBeVisible();
  await expect(page.getByText('Opening Varde …')).toBeVisible();
  letThrough?.();
  await expect(page.getByRole('button', { name: 'Logg inn', exact: true })).toBeVisible();
  await expect(page.getByText('Varde åpnes …')).toHaveCount(0);
  await context.close();
});
