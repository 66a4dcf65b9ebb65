import type { Page } from '@playwright/test';
import { api } from '@varde/contract/api';
import { startAddressService } from '../fixtures/address-service.ts';
import { logIn } from '../fixtures/api.ts';
import type { RunningVarde } from '../fixtures/varde.ts';
import { takeAccess } from './access-screens.ts';
import { type Camera, createCamera } from './camera.ts';
import { type Devices, sendAsStranger } from './devices.ts';
import { longAddress, prepareMaps, takeMaps } from './map-screens.ts';
import { takePages, takeReduced } from './page-screens.ts';
import { prepareOverfull, preparePhones, prepareTypical, withoutPositioning } from './prepare.ts';
import { takeApproval, takeClosed } from './registration-screens.ts';
import { takeOverfullRights, takeRights } from './rights-screens.ts';
import { takeSettings } from './settings-screens.ts';
import { withVarde } from './with-varde.ts';
import { takeWork } from './work-screens.ts';

const walker = 'Tors klokke';
const manyDevices = 10_000;
const manyAlarms = 40;
const notice = 'Varde er nede for vedlikehold lørdag 5. desember fra kl. 02 til 04.\nSpørsmål? Ring 70 00 00 00.';

export const sets = [
  'devices',
  'work',
  'pages',
  'maps',
  'settings',
  'reduced',
  'access',
  'registration',
  'rights',
  'overfull',
] as const;
export type ScreenSet = (typeof sets)[number];

/**
 * Takes a picture of every screen: of the login and the screens around it, of a quiet Varde, of alarms, and overfull.
 */
export async function takeScreens(
  executablePath: string,
  folder: string,
  wanted: readonly ScreenSet[] = sets,
): Promise<void> {
  const visits: Record<ScreenSet, () => Promise<void>> = {
    devices: () => takeDevices(executablePath, folder),
    work: () => withVarde(executablePath, {}, (varde, browser, devices) => takeWork(varde, browser, devices, folder)),
    pages: () =>
      withVarde(executablePath, { prepare: preparePhones }, (varde, browser, devices) =>
        takePages(varde, browser, devices, folder),
      ),
    maps: () => takeWithAddresses(executablePath, folder),
    settings: () => withVarde(executablePath, {}, (varde, browser) => takeSettings(varde, browser, folder)),
    reduced: () =>
      withVarde(executablePath, {}, (varde, browser, devices) => takeReduced(varde, browser, devices, folder)),
    access: () =>
      withVarde(executablePath, { env: { VARDE_LOGIN_NOTICE: notice } }, (varde, browser) =>
        takeAccess(varde, browser, folder),
      ),
    registration: () => takeRegistration(executablePath, folder),
    rights: () => withVarde(executablePath, {}, (varde, browser) => takeRights(varde, browser, folder)),
    overfull: () => takeOverfull(executablePath, folder),
  };
  for (const set of wanted) await visits[set]();
}

async function takeWithAddresses(executablePath: string, folder: string): Promise<void> {
  const service = await startAddressService(longAddress, longAddress);
  const options = { prepare: prepareMaps, env: service.env };
  await withVarde(executablePath, options, (varde, browser, devices) => takeMaps(varde, browser, devices, folder));
  await service.close();
}

async function takeRegistration(executablePath: string, folder: string): Promise<void> {
  const withMode = (VARDE_REGISTRATION: string, visit: typeof takeApproval) =>
    withVarde(executablePath, { env: { VARDE_REGISTRATION } }, (varde, browser) => visit(varde, browser, folder));
  await withMode('approval', takeApproval);
  await withMode('closed', takeClosed);
}

async function takeDevices(executablePath: string, folder: string): Promise<void> {
  await withVarde(executablePath, { prepare: prepareTypical }, async (varde, browser, devices) => {
    const visitor = await createCamera(browser, varde, null, folder);
    await visitor.take('login', '/', (page) => page.getByRole('button', { name: /^administrator/i }).waitFor());
    await visitor.take('login-refused', '/', refuseLogin);
    await visitor.close();
    const camera = await createCamera(browser, varde, 'SUPERFIRM', folder);
    await takeQuiet(camera, varde);
    await sendAsStranger(varde, '860000000123456');
    await sendAsStranger(varde, '000000000999999');
    await camera.take('unknown-devices', '/admin/unknown', (page) => page.getByText('000000000999999').waitFor());
    await takeAlarms(camera, devices);
    await camera.close();
    const family = await createCamera(browser, varde, 'TRACKER', folder);
    await family.take('no-permission', '/settings/1/23', (page) => page.getByText('Dette kan ikke vises').waitFor());
    await family.close();
  });
}

async function takeOverfull(executablePath: string, folder: string): Promise<void> {
  await withVarde(
    executablePath,
    { prepare: (env) => prepareOverfull(env, manyDevices) },
    async (varde, browser, devices) => {
      const camera = await createCamera(browser, varde, 'SUPERFIRM', folder);
      for (const wire of devices.all.slice(0, manyAlarms)) wire.pressSos();
      const all = (page: Page) => page.getByText(`${manyAlarms}`, { exact: true }).first().waitFor();
      await camera.take('overfull-list', '/vardes', all);
      await camera.take('overfull-alarms', '/alarms', all);
      await camera.take('overfull-map', '/map', (page) => page.locator('[data-kind=alarm]').first().waitFor());
      await takeOverfullRights(camera);
      await camera.close();
    },
  );
}

/** The README's picture: the list on a desktop screen in the light theme, with one open alarm. */
export async function takeReadmePicture(executablePath: string, path: string): Promise<void> {
  await withVarde(executablePath, {}, async (varde, browser, devices) => {
    const context = await browser.newContext({
      baseURL: varde.url,
      locale: 'nb-NO',
      timezoneId: 'Europe/Oslo',
      viewport: { width: 1600, height: 900 },
      colorScheme: 'light',
    });
    const { cookie } = await logIn(varde, 'SUPERFIRM');
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: varde.url }]);
    const page = await context.newPage();
    await page.goto('/#/vardes');
    devices.wire('Trygghetsalarm 001').pressSos();
    await page.getByRole('listitem', { name: /^Alarm/ }).waitFor();
    await page.getByText('60 enheter').waitFor();
    await page.screenshot({ path, animations: 'disabled' });
  });
}

async function takeQuiet(camera: Camera, varde: RunningVarde): Promise<void> {
  const client = await logIn(varde, 'SUPERFIRM');
  const { devices } = await client.call(api.devices.listDevices, { query: {} });
  const idOf = (wanted: string) => devices.find(({ deviceName }) => deviceName === wanted)?.deviId;
  await camera.take('list', '/vardes', (page) => page.getByText('61 enheter').waitFor());
  await camera.take('list-no-match', '/vardes/search=finnes-ikke', (page) => page.getByText('0 enheter').waitFor());
  await camera.take('list-row-open', '/vardes', async (page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page
      .getByRole('button', { name: /^Mer om/ })
      .first()
      .click();
    await page.getByText('Ukjent', { exact: true }).waitFor();
  });
  await camera.take('alarms-none', '/alarms', (page) => page.getByText('Ingen aktive alarmer').first().waitFor());
  await camera.take('map-all', '/map', (page) =>
    page.getByRole('region', { name: 'Transaksjonslogg for alle enheter' }).getByRole('row').nth(3).waitFor(),
  );
  await camera.take('map-all-empty', '/map?search=finnes-ikke', (page) =>
    page.getByText('Fant ingen enheter.').waitFor(),
  );
  await camera.take('map-walking', `/mapsingle/${idOf(walker)}`, (page) =>
    page.getByRole('row').filter({ hasText: 'Posisjon' }).nth(2).waitFor(),
  );
  await camera.take('map-transaction-open', `/mapsingle/${idOf(walker)}`, (page) =>
    page
      .getByRole('button', { name: /^Vis detaljer/ })
      .first()
      .click(),
  );
  await camera.take('log-without-map', `/mapsingle/${idOf(withoutPositioning)}`, (page) =>
    page.getByRole('heading', { name: /^Transaksjonslogg/ }).waitFor(),
  );
  const settings = `/settings/${idOf(walker)}/29`;
  await camera.take('settings', `${settings}/tracking`, (page) =>
    page.getByRole('combobox', { name: 'Sporingsintervall' }).waitFor(),
  );
  await camera.take('device-info', `${settings}/info`, (page) =>
    page.getByRole('heading', { name: 'Spesifikasjoner' }).waitFor(),
  );
  await camera.take('settings-changed', `${settings}/general/alarm`, (page) =>
    page.getByLabel('Telefonnummer 1').fill('90 00 00'),
  );
  await camera.take('notification-list', `/event_setup/${idOf(walker)}`, (page) =>
    page.getByRole('heading', { name: 'Slik varsles det' }).waitFor(),
  );
  await takeActions(camera, settings);
  await camera.take('unknown-devices-none', '/admin/unknown', (page) =>
    page.getByText('Ingen ukjente enheter').waitFor(),
  );
  await camera.take('shortcuts', '/vardes', async (page) => {
    await page.getByText('61 enheter').waitFor();
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog').getByText('Ta alarmen').waitFor();
  });
  await camera.take('palette', '/vardes', async (page) => {
    await page.getByText('61 enheter').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Søk etter enheter, personer/ }).fill('ko');
    await page.getByRole('group', { name: 'Personer' }).waitFor();
  });
  await camera.take('palette-device', `/mapsingle/${idOf(walker)}`, async (page) => {
    await page.getByRole('heading', { name: `Transaksjonslogg for ${walker}` }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('group', { name: `Handlinger for ${walker}` }).waitFor();
  });
  await camera.take('user-menu', '/vardes', async (page) => {
    await page.getByRole('button', { name: /, meny$/ }).click();
    await page.getByRole('menuitem', { name: 'Logg ut' }).waitFor();
  });
  await camera.take('not-found', '/finnes-ikke', (page) => page.getByText('Siden finnes ikke').first().waitFor());
}

async function takeActions(camera: Camera, devicePage: string): Promise<void> {
  const open = async (page: Page) => {
    await page.getByRole('button', { name: 'Handlinger' }).click();
    await page.getByRole('menuitem', { name: 'Start på nytt', exact: true }).waitFor();
  };
  await camera.take('device-actions', devicePage, open);
  for (const [name, action] of [
    ['device-tracking', 'Start sporing'],
    ['device-reset', 'Tilbakestill til fabrikkinnstillinger'],
  ] as const)
    await camera.take(name, devicePage, async (page) => {
      await open(page);
      await page.getByRole('menuitem', { name: action }).click();
      await page.getByRole('dialog').waitFor();
    });
}

async function takeAlarms(camera: Camera, devices: Devices): Promise<void> {
  devices.wire('Trygghetsalarm 001').pressSos();
  devices.wire('Rom 101').say('fall');
  devices.wire(walker).pressSos();
  const three = (page: Page) =>
    page
      .getByRole('listitem', { name: /^Alarm|^Fall/ })
      .nth(2)
      .waitFor();
  await camera.take('list-alarms', '/vardes', three);
  await camera.take('map-all-alarm', '/map', (page) => page.locator('[data-kind=alarm]').first().waitFor());
  await camera.take('alarms', '/alarms', async (page) => {
    await three(page);
    await page.getByRole('button', { name: 'Ta alarmen' }).first().click();
    await page.getByText('Du har tatt alarmen').waitFor();
  });
  await camera.take('reset-dialog', '/alarms', async (page) => {
    await page.getByRole('button', { name: 'Tilbakestill' }).first().click();
    await page.getByRole('dialog').waitFor();
  });
}

async function refuseLogin(page: Page): Promise<void> {
  await page.getByLabel('Brukernavn').fill('ukjent@solvik.example');
  await page.getByLabel('Passord').fill('feil');
  await page.getByRole('button', { name: 'Logg inn', exact: true }).click();
  await page.getByRole('alert').waitFor();
}
