import { expect, expectAccessible, test } from '../fixtures/story.ts';

const screens = [
  { name: 'the device list', path: '/vardes', heading: 'Enheter' },
  { name: 'the alarms', path: '/alarms', heading: 'Alarmer' },
  { name: 'a map with log', path: '/mapsingle/1', heading: /^Transaksjonslogg/ },
  { name: 'settings', path: '/settings/1/23', heading: /^Trygghetsalarm 001/ },
  { name: 'unknown devices', path: '/admin/unknown', heading: 'Ukjente enheter' },
];

for (const colorScheme of ['light', 'dark'] as const) {
  for (const { name, path, heading } of screens) {
    test(`axe finds nothing wrong with ${name} in the ${colorScheme} theme`, async ({ story }) => {
      const page = await story.open('SUPERFIRM', path);
      await page.emulateMedia({ colorScheme });
      const device = await story.device(({ dehaId }) => dehaId === 23);
      device.wire.sendPosition();
      device.wire.pressSos();
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
      await expect(page.getByRole('listitem', { name: `Alarm: ${device.name}` })).toBeVisible();
      await expectAccessible(page);
    });
  }
}

test('on a phone nothing is wider than the screen, and the list says what a row hides when it is opened', async ({
  story,
}) => {
  const page = await story.open('SUPERFIRM', '/vardes');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByText('60 enheter')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('searchbox').fill('Trygghetsalarm 001');
  await page.getByRole('button', { name: 'Mer om Trygghetsalarm 001' }).click();
  await expect(page.getByText('Solvik sykehjem').last()).toBeVisible();
});

test('the keyboard alone finds a device and moves between the areas', async ({ story }) => {
  const page = await story.open('SUPERFIRM', '/vardes');
  await expect(page.getByText('60 enheter')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('Hytta');
  await expect(page.getByText('1 enhet', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('body').click();
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page).toHaveURL(/#\/alarms/);
  await page.keyboard.press('Shift+?');
  await expect(page.getByRole('dialog')).toContainText('Hurtigtaster');
});
