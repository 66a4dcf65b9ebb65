import type { Locator, Page } from '@playwright/test';
import { api } from '@varde/contract/api';
import { deviceNamed, logIn } from '../fixtures/api.ts';
import { circleAt } from '../fixtures/map.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectHeadings,
  findDevices,
  openDetails,
  test,
} from '../fixtures/story.ts';

const screens = [
  { name: 'the device list', path: '/vardes', heading: 'Enheter' },
  { name: 'the alarms', path: '/alarms', heading: 'Alarmer' },
  { name: 'the map of all devices', path: '/map', heading: 'Kart' },
  { name: 'a map with log', path: '/mapsingle/1', heading: /^Transaksjonslogg/ },
  { name: 'settings', path: '/settings/1/23/general/settings', heading: /^Trygghetsalarm 001/ },
  { name: 'a new geofence', path: '/settings/1/23/geofence/new', heading: 'Ny geofence' },
  { name: 'indoor locations', path: '/settings/1/23/indoor', heading: /^Trygghetsalarm 001/ },
  { name: 'the calls about a device', path: '/device_call_log/1', heading: 'Anropslogg' },
  { name: 'a notification list', path: '/event_setup/1', heading: /^Trygghetsalarm 001/ },
  { name: 'customers', path: '/admin/customers?cust=5', heading: 'Solvik sykehjem' },
  { name: 'partner prices', path: '/admin/partners?cust=9', heading: 'Solvik alarmsentral' },
  { name: 'the permissions', path: '/admin/permissions?cust=1', heading: 'Rollenes rettigheter' },
  { name: 'the audit log', path: '/admin/audit', heading: 'Revisjonslogg' },
  { name: 'users', path: '/admin/users?user=4', heading: 'Koordinator velferdsteknologi' },
  { name: 'deleted users', path: '/admin/deleted', heading: 'Slettede brukere' },
  { name: 'registrations', path: '/admin/registrations', heading: 'Registreringer' },
  { name: 'personal data', path: '/admin/personal_data?user=4', heading: 'Koordinator velferdsteknologi' },
  { name: 'the outbox', path: '/admin/outbox', heading: 'Utboks' },
  { name: 'the profile', path: '/profile', heading: 'Totrinnspålogging' },
  { name: 'unknown devices', path: '/admin/unknown', heading: 'Ukjente enheter' },
];

const themes = ['light', 'dark'] as const;

async function expectDialogWidth(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  for (const [screen, dialog] of [
    [500, 400],
    [626, 500],
    [size.width, 500],
  ] as const) {
    await page.setViewportSize({ ...size, width: screen });
    await expect(async () => {
      const box = await page.getByRole('dialog').boundingBox();
      expect(Math.round(box?.width ?? 0)).toBe(dialog);
    }).toPass();
  }
}

for (const { name, path, heading } of screens)
  test(`axe finds nothing wrong with ${name}, in either theme`, async ({ story }) => {
    const page = await story.open('SUPERFIRM', path);
    const device = await story.device(({ protocol }) => protocol === 'eview');
    device.wire.sendPosition();
    device.wire.pressSos();
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    const bar = page.getByRole('region', { name: 'Tilkobling og alarmlyd' });
    await expect(bar.getByText(/^\d+ aktive? alarm/)).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await expectHeadings(page);
  });

test('axe finds nothing wrong with the map and the log of a wearer, with a fence that is edited and with the graph, in either theme', async ({
  story,
  varde,
}) => {
  const device = await story.device(({ name }) => name === 'Trygghetsalarm 010');
  device.wire.sendPosition();
  const { deviId } = await deviceNamed(varde, device.name);
  const { call } = await logIn(varde, 'SUPERFIRM');
  await call(api.geofences.saveGeofence, { params: { deviId }, body: { geofence: circleAt(device, 'Hagen') } });
  const page = await story.open('SUPERFIRM', `/mapsingle/${deviId}`);
  await page.getByRole('button', { name: /^Hagen/ }).click();
  await expect(page.getByRole('button', { name: 'Grensen til Hagen' })).toBeVisible();
  await page.getByRole('button', { name: 'Graf' }).click();
  await expect(page.getByRole('table', { name: 'Graf' })).toBeAttached();
  await page
    .getByRole('button', { name: /^Vis detaljer/ })
    .first()
    .click();
  await expect(page.getByText('Rådata')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectHeadings(page);
});

test('axe finds nothing wrong with the user’s menu, the command palette, a device’s menu of actions and their dialogs, in either theme; a dialog has 80 % of the screen, up to 500 px, and a menu at most 500 px [C9.13 C9.14]', async ({
  story,
}) => {
  const watch = await story.device(({ protocol }) => protocol === 'watch');
  watch.wire.sendPosition();
  const page = await story.open('SUPERFIRM', '/vardes');
  await findDevices(page, watch.name);
  await page.getByRole('link', { name: `Innstillinger for ${watch.name}` }).click();
  await page.getByRole('button', { name: /, meny$/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Logg ut' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: `Handlinger for ${watch.name}` })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.type('st');
  const first = page.getByRole('dialog').getByRole('option').first();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('ArrowUp'); // to the last one, below what is in view
  await expect(page.getByRole('dialog').getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('dialog').getByRole('option').last()).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const menu = page.getByRole('button', { name: 'Handlinger' });
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Start på nytt', exact: true })).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCSS('max-width', '500px');
  await expectAccessibleInBothThemes(page);
  for (const action of ['Start sporing', 'Tilbakestill til fabrikkinnstillinger']) {
    await page.getByRole('menuitem', { name: action }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await expectDialogWidth(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await menu.click();
  }
});

test('axe finds nothing wrong with the details of an alarm, its dialogs to share, reset and hand over, its page and the history, in either theme', async ({
  story,
}) => {
  test.setTimeout(480_000); // fourteen looks
  const pendant = await story.device(({ protocol }) => protocol === 'eview');
  const page = await story.open('SUPERFIRM', '/alarms');
  pendant.wire.sendPosition();
  pendant.wire.pressSos();
  const alarm = page.getByRole('listitem', { name: `Alarm: ${pendant.name}` });
  await alarm.getByRole('button', { name: 'Tilbakestill' }).hover(); // nobody has taken it: without a border
  await expectAccessibleInBothThemes(page);
  await alarm.getByRole('button', { name: 'Ta alarmen' }).click();
  await openDetails(alarm);
  const details = alarm.getByRole('region', { name: /^Detaljer om alarmen/ });
  // A map is drawn only while it is on the screen, and alarms of other stories may stand above.
  await expect(async () => {
    await details.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await expect(details.getByRole('region', { name: /^Kart over alarmen/ })).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 45_000 });
  await expect(details.getByText('Alarmen ble mottatt')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectHeadings(page);
  for (const button of ['Del', 'Overfør', 'Tilbakestill']) {
    await alarm.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.goto('/#/alarms/history');
  await page
    .getByRole('button', { name: `Mer om alarmen fra ${pendant.name}`, exact: false })
    .first()
    .click();
  const link = page.getByRole('link', { name: 'Vis alt om alarmen' });
  await expect(link).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await link.click();
  await expect(page.getByRole('main').getByText('Alarmen ble mottatt')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectHeadings(page);
});

for (const colorScheme of themes)
  test(`axe finds nothing wrong with login and registration in the ${colorScheme} theme`, async ({ page, varde }) => {
    await page.emulateMedia({ colorScheme });
    for (const path of ['login', 'login?context=AHP', 'register/private', 'register/company']) {
      await page.goto('about:blank');
      await page.goto(`${varde.url}/#/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
      if (!path.startsWith('register')) continue;
      await page.getByRole('button', { name: 'Registrer', exact: true }).click();
      await expect(page.getByText('Fyll ut dette feltet.').first()).toBeVisible();
      await expectAccessible(page);
    }
  });

test('the keyboard alone opens the tree of customers, chooses one and changes it', async ({ story, varde }) => {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const details = {
    market: 1,
    orgNumber: null,
    reference: null,
    address: null,
    billingAddress: null,
  } as const;
  const add = (body: { firmName: string; kind: 'municipality' | 'home'; parentId: number | null }) =>
    call(api.customers.createCustomer, { body: { ...details, defaultAhp: null, ...body } });
  const { custId } = await add({ firmName: 'Tastatur kommune', kind: 'municipality', parentId: null });
  await add({ firmName: 'Tastatur bosted', kind: 'home', parentId: custId });

  const page = await story.open('SUPERFIRM', '/admin/customers');
  await expect(page.getByRole('button', { name: 'Vis underliggende kunder for Tastatur kommune' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Vis underliggende kunder for Tastatur kommune' }));
  await page.keyboard.press('Enter');
  const home = page.getByRole('button', { name: /^Tastatur bosted/ });
  await expect(home).toBeVisible();
  await tabTo(page, home);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Tastatur bosted' })).toBeVisible();
  await tabTo(page, page.getByLabel('Referanse', { exact: true }));
  await page.keyboard.type('Berit');
  await tabTo(page, page.getByRole('button', { name: 'Lagre', exact: true }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByText('Tastatur bosted er lagret.')).toBeVisible();
  await expect(page.getByLabel('Referanse', { exact: true })).toHaveValue('Berit');
});

/** Presses Tab until this has the focus, up to a number of stops. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let stops = 0; stops < 60; stops++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}

test('on a phone nothing is wider than the screen, the areas are below with their names, and an opened row shows its hidden columns', async ({
  story,
}) => {
  const page = await story.open('SUPERFIRM', '/vardes');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByText('60 enheter')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const areas = page.getByRole('navigation', { name: 'Hovedmeny' });
  expect(await areas.boundingBox()).toMatchObject({ x: 0, y: 740 - 56, width: 360, height: 56 });
  const name = await areas.getByText('Alarmer').boundingBox();
  expect(name?.width).toBeGreaterThan(30);
  await findDevices(page, 'Trygghetsalarm 001');
  await page.getByRole('button', { name: 'Mer om Trygghetsalarm 001' }).click();
  await expect(page.getByText('Solvik sykehjem').last()).toBeVisible();
});

test('on a phone an alarm is taken, released and looked at, each with a press that nothing lies over', async ({
  story,
}) => {
  const pendant = await story.device(({ protocol }) => protocol === 'eview');
  const page = await story.open('SUPERFIRM', '/vardes', {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 740 },
  });
  pendant.wire.pressSos();
  const alarm = page.getByRole('listitem', { name: `Alarm: ${pendant.name}` });
  await alarm.getByRole('button', { name: 'Ta alarmen' }).tap();
  await alarm.getByRole('button', { name: 'Slipp alarmen' }).tap();
  await expect(alarm.getByRole('button', { name: 'Ta alarmen' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Hovedmeny' }).getByText('Alarmer').tap();
  await expect(page).toHaveURL(/#\/alarms/);
  await page
    .getByRole('listitem', { name: `Alarm: ${pendant.name}` })
    .getByRole('link')
    .first()
    .tap();
  await expect(page.getByRole('heading', { level: 1, name: pendant.name })).toBeVisible();
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

test('every target in the alarms and the list is large enough for a finger on a touch screen', async ({ story }) => {
  const page = await story.open('SUPERFIRM', '/vardes', {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 820, height: 1180 },
  });
  const pendant = await story.device(({ protocol }) => protocol === 'eview');
  pendant.wire.pressSos();
  const alarm = page.getByRole('listitem', { name: `Alarm: ${pendant.name}` });
  await alarm.getByRole('button', { name: 'Ta alarmen' }).tap();
  await expect(alarm.getByRole('button', { name: 'Slipp alarmen' })).toBeVisible();
  const places = [alarm, page.getByRole('region', { name: 'Tilkobling og alarmlyd' }), page.getByRole('table')];
  for (const place of places) {
    const targets = await place.locator('button, a[aria-label], a[class*=Button]').filter({ visible: true }).all();
    expect(targets.length).toBeGreaterThan(0);
    for (const target of targets) {
      const { width = 0, height = 0 } = (await target.boundingBox()) ?? {};
      const name = await target.evaluate((element) => element.ariaLabel ?? element.textContent);
      expect(Math.min(width, height), `${name}: ${width} × ${height}`).toBeGreaterThanOrEqual(44);
    }
  }
});
