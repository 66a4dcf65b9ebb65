import type { StatusColour, StatusKey } from '@varde/catalogue/statuses';
import { expect, expectAccessible, test } from '../fixtures/story.ts';

const isPendant = ({ protocol }: { protocol: string }) => protocol === 'eview';

test('the theme is chosen in the menu, at once and for the next time', async ({ story }) => {
  const page = await story.open('FIRM', '/vardes');
  await page.emulateMedia({ colorScheme: 'light' });
  const document = page.locator('html');
  const ground = () => page.evaluate(() => getComputedStyle(globalThis.document.body).backgroundColor);
  await expect(page.getByRole('heading', { name: 'Enheter' })).toBeVisible();
  await expect(document).toHaveAttribute('data-mantine-color-scheme', 'light');
  const light = await ground();

  await page.getByRole('button', { name: /, meny$/ }).click();
  await page.getByRole('menuitem', { name: 'Mørkt' }).click();
  await expect(document).toHaveAttribute('data-mantine-color-scheme', 'dark');
  expect(await ground()).not.toBe(light);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Enheter' })).toBeVisible();
  await expect(document).toHaveAttribute('data-mantine-color-scheme', 'dark');

  await page.getByRole('button', { name: /, meny$/ }).click();
  await page.getByRole('menuitem', { name: 'Følg systemet' }).click();
  await expect(document).toHaveAttribute('data-mantine-color-scheme', 'light');
});

/** A device of each status colour; those of alarm partners see whether an alarm was escalated. */
const statusesByColour: [StatusColour, { status: StatusKey; escalated?: boolean }][] = [
  ['alarm', { status: 'fire', escalated: true }],
  ['nonEscalatedAlarm', { status: 'alarm', escalated: false }],
  ['status', { status: 'manDown' }],
  ['offline', { status: 'offline' }],
  ['lowBattery', { status: 'outOfBattery' }],
  ['selfcheck', { status: 'selfCheck' }],
  ['geofenceWarning', { status: 'geofence' }],
  ['powerFailure', { status: 'powerFailure' }],
  ['clear', { status: 'clear' }],
];

/** Of each cell the name of its colour, and those that the browser draws: of its text, and of what is behind that. */
function coloursOf(cells: Element[]): [string | null, { text: string; ground: string }][] {
  const isDrawn = (colour: string) => colour !== 'rgba(0, 0, 0, 0)';
  return cells.map((cell) => {
    let behind = cell;
    while (!isDrawn(getComputedStyle(behind).backgroundColor) && behind.parentElement) behind = behind.parentElement;
    const ground = getComputedStyle(behind).backgroundColor;
    return [cell.getAttribute('data-colour'), { text: getComputedStyle(cell).color, ground }];
  });
}

test('each status in the list has a colour of its own that can be read, in the light theme and another one in the dark theme [D9.050 D9.051]', async ({
  story,
}) => {
  const page = await story.open('AHP', '/vardes/search=Trygghetsalarm 00');
  await page.route(/\/ajax\/devices\?/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const [place, device] of answer.devices.entries())
      Object.assign(device, statusesByColour[place % statusesByColour.length]?.[1]);
    await route.fulfill({ response, json: answer });
  });
  // Logged in at the entrance of alarm partners.
  await page.route(/\/ajax\/session$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), context: 'AHP' } });
  });
  await page.reload();
  const cells = page.getByRole('table', { name: 'Enheter' }).locator('[data-colour]');
  const inTheme = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    for (const [colour] of statusesByColour)
      await expect(cells.and(page.locator(`[data-colour=${colour}]`))).toBeVisible();
    await expectAccessible(page, 'colours');
    return new Map(await cells.evaluateAll(coloursOf));
  };
  const [light, dark] = [await inTheme('light'), await inTheme('dark')];
  for (const theme of [light, dark]) {
    expect([...theme.keys()].sort()).toEqual(statusesByColour.map(([colour]) => colour).sort());
    expect(new Set([...theme.values()].map(({ text }) => text)).size).toBe(statusesByColour.length);
    expect(new Set([...theme.values()].map(({ ground }) => ground)).size).toBe(statusesByColour.length);
  }
  for (const [colour, { text, ground }] of light) {
    expect(dark.get(colour)?.text, colour ?? '').not.toBe(text);
    expect(dark.get(colour)?.ground, colour ?? '').not.toBe(ground);
  }
});

test('the console is Norwegian; in English the shell, the list and the alarms are English, without a reload and after one [C0.03 D0.003]', async ({
  story,
}) => {
  const page = await story.open('FIRM', '/vardes');
  await expect(page.locator('html')).toHaveAttribute('lang', 'nb');
  const pendant = await story.device(isPendant);
  pendant.wire.pressSos();
  await expect(page.getByRole('button', { name: 'Ta alarmen' })).toBeVisible();

  await page.getByRole('button', { name: /, meny$/ }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  const isEnglish = async () => {
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page).toHaveTitle(/ALARM – Devices – Varde$/);
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Alarms' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Last contact' })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: pendant.name })).toContainText(/Alarm.*(now|ago)/);
    const row = page.getByRole('listitem', { name: `Alarm: ${pendant.name}` });
    await expect(row.getByRole('button', { name: 'Claim' })).toBeVisible();
    await expect(row.getByRole('button', { name: 'Reset' })).toBeVisible();
    await expect(row).toContainText('At the alarm');
    // Leftovers of the other language show by their letters; names are those of the demo.
    const words = (await page.locator('header, [role=row]:first-child, section').allTextContents()).join(' ');
    expect(words).not.toMatch(/Enhet|Siste|Ukjent|Tilbakestill|Tatt av|Tilkoblet|alarmen/);
  };
  await isEnglish();
  await expectAccessible(page);
  await page.reload();
  await isEnglish();
});
