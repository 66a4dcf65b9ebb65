import type { Browser, Page } from '@playwright/test';
import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import type { RunningVarde } from '../fixtures/varde.ts';
import { type Camera, createCamera } from './camera.ts';
import type { Devices } from './devices.ts';

/** It knows a room and has a geofence. */
const watch = 'Trygghetsklokke 006';
const homeUnit = 'Hjemmeboende 008';
const pendant = 'Trygghetsalarm 001';

const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const dialog = (page: Page) => page.getByRole('dialog').waitFor();
const field = (label: string) => (page: Page) => page.getByLabel(label).first().waitFor();

/** Every tab of the page of a watch and of a home unit, and the dialogs of a row of the list. */
export async function takePages(
  varde: RunningVarde,
  browser: Browser,
  devices: Devices,
  folder: string,
): Promise<void> {
  const camera = await createCamera(browser, varde, 'SUPERFIRM', folder);
  const pageOf = await addresses(varde);
  await takeRowDialogs(camera);
  await takeGeofence(camera, pageOf(watch));
  await takeIndoor(camera, pageOf(watch), devices);
  await takeGeneral(camera, pageOf(watch), devices);
  await takeHomeUnit(camera, pageOf(homeUnit));
  await allowDeletes(varde, pageOf(pendant));
  await takeDeletion(camera, `${pageOf(pendant)}/general/delete-device-data`);
  await camera.close();
}

/** Finds the address of the page of a device by the device's name. */
async function addresses(varde: RunningVarde): Promise<(name: string) => string> {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { devices } = await call(api.devices.listDevices, { query: {} });
  return (name) => {
    const device = devices.find(({ deviceName }) => deviceName === name);
    if (device === undefined) throw new Error(`the demo has no ${name}`);
    return `/settings/${device.deviId}/${device.dehaId}`;
  };
}

async function allowDeletes(varde: RunningVarde, address: string): Promise<void> {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const deviId = Number(address.split('/')[2]);
  await call(api.deviceLife.saveDeletionRule, { params: { deviId }, body: { allowDeviceDeletes: true } });
}

async function takeRowDialogs(camera: Camera): Promise<void> {
  const list = `/vardes/search=${encodeURIComponent(pendant)}`;
  await camera.take('note-dialog', list, async (page) => {
    await press(page, /^Nytt notat om/);
    await page
      .getByRole('dialog')
      .getByRole('textbox')
      .fill('Nøkkel hos naboen i leilighet 12. Hører dårlig på høyre øre.');
  });
  await camera.take('phone-dialog', '/vardes', async (page) => {
    await press(page, /^Vis telefonnummeret til/);
    await dialog(page);
  });
  await camera.take('filters-used', '/vardes?status=offline', async (page) => {
    await press(page, /^Filtre/);
    await field('Varsel')(page);
  });
  await camera.take('filter-sensor', '/vardes?sensor=r%C3%B8ykvarsler', async (page) => {
    await text('1 enhet')(page);
    await press(page, /^Mer om/);
    await page.getByRole('link', { name: 'Røykvarsler stue' }).waitFor();
  });
}

async function takeGeofence(camera: Camera, address: string): Promise<void> {
  await camera.take('geofence', `${address}/geofence`, text('Hjemmet og hagen'));
  await camera.take('geofence-open', `${address}/geofence`, async (page) => {
    await press(page, /^Hjemmet og hagen/);
    await field('Radius')(page);
  });
  await camera.take('geofence-new', `${address}/geofence/new`, field('Sentrum'));
}

async function takeIndoor(camera: Camera, address: string, devices: Devices): Promise<void> {
  await camera.take('indoor', `${address}/indoor`, async (page) => {
    await page.getByRole('link', { name: 'Dagstua' }).click();
    await field('Deles med')(page);
  });
  const add = async (page: Page) => {
    await page.getByRole('link', { name: 'Legg til sted innendørs' }).click();
    await press(page, 'Start søk');
    await text(/^Fant \d+ aksesspunkt/)(page);
  };
  await camera.take('indoor-add', `${address}/indoor`, (page) =>
    page
      .getByRole('link', { name: 'Legg til sted innendørs' })
      .click()
      .then(() => page.getByRole('button', { name: 'Start søk' }).waitFor()),
  );
  await camera.take('indoor-found', `${address}/indoor`, add);
  await camera.take('indoor-place', `${address}/indoor`, async (page) => {
    await add(page);
    await press(page, 'Plasser på kartet');
    await field('Koordinater')(page);
  });
  devices.wire(watch).say('position');
}

async function takeGeneral(camera: Camera, address: string, devices: Devices): Promise<void> {
  const general = `${address}/general`;
  await camera.take('health-none', `${general}/heartRateBloodPressure`, text('Ingen målinger'));
  await camera.take('steps-none', `${general}/pedometer`, text('Ingen data'));
  const wire = devices.wire(watch);
  for (let at = 0; at < 8; at++) wire.say('health');
  wire.perform({
    type: 'move',
    ...{ place: { lat: 62.4731, lng: 6.1503 }, speed: 4, course: 0, steps: 3456 },
  });
  wire.say('position');
  await camera.take('health', `${general}/heartRateBloodPressure`, (page) =>
    page.getByRole('table', { name: 'Målinger' }).getByRole('row').nth(1).waitFor(),
  );
  await camera.take('steps', `${general}/pedometer`, text(/3.456/));
  for (const tab of ['settings', 'alarm', 'manDown'] as const)
    await camera.take(`tab-${tab}`, `${general}/${tab}`, (page) =>
      page.getByRole('main').getByRole('switch').or(page.getByRole('main').locator('select, input')).first().waitFor(),
    );
  await camera.take('map-indoor', address.replace(/^\/settings\/(\d+).*/, '/mapsingle/$1'), text('Dagstua'));
  await camera.take('audit-log', `${general}/logs`, async (page) => {
    await page.getByRole('link', { name: 'Revisjonslogg' }).click();
    await page.getByRole('row').nth(1).waitFor();
  });
  await camera.take('call-log', `${general}/logs`, async (page) => {
    await page.getByRole('link', { name: /^Samtalelogg|^Anropslogg/ }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
}

async function takeHomeUnit(camera: Camera, address: string): Promise<void> {
  const table = (page: Page) => page.getByRole('table', { name: 'Sensorer' }).getByRole('row').nth(1).waitFor();
  await camera.take('sensors', `${address}/sensor`, table);
  await camera.take('sensor-menu', `${address}/sensor`, async (page) => {
    await table(page);
    await press(page, /^Handlinger for/);
    await page.getByRole('menuitem', { name: 'Slett' }).waitFor();
  });
  const askCamera = async (page: Page) => {
    await table(page);
    await press(page, 'Handlinger for Bevegelse stue');
    await page.getByRole('menuitem', { name: 'Ta bilde' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /bilde$/ })
      .waitFor();
  };
  await camera.take('sensor-image-ask', `${address}/sensor`, askCamera);
  await camera.take('sensor-image', `${address}/sensor`, async (page) => {
    await askCamera(page);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /bilde$/ })
      .click();
    await page.getByRole('img', { name: 'Bilde fra Bevegelse stue' }).waitFor();
  });
  await camera.take('sensor-details', '/vardes?sensor=r%C3%B8ykvarsler', async (page) => {
    await text('1 enhet')(page);
    await press(page, /^Mer om/);
    await page.getByRole('link', { name: 'Røykvarsler stue' }).click();
    await page.getByRole('heading', { name: /Røykvarsler stue/ }).waitFor();
  });
  await camera.take('sensor-function', `${address}/sensor`, async (page) => {
    await table(page);
    await press(page, /^Handlinger for/);
    await page.getByRole('menuitem', { name: 'Endre funksjon' }).click();
    await field('Forsinkelse')(page);
  });
  await camera.take('sensor-add', `${address}/sensor/add`, (page) =>
    page.getByRole('button', { name: 'Start', exact: true }).waitFor(),
  );
  await camera.take('sensors-unsaved', `${address}/sensor/add`, async (page) => {
    await press(page, 'Start');
    await page
      .getByRole('button', { name: /^Legg til \d/ })
      .first()
      .waitFor();
    await press(page, 'Avslutt læring');
    await page.getByRole('dialog').getByRole('button', { name: 'Avslutt læring' }).click();
    await page.getByRole('list', { name: 'Funnet, men ikke lagt til' }).waitFor();
  });
  await camera.take('walk-test', `${address}/walk-test`, (page) =>
    page.getByRole('button', { name: 'Start dekningstest' }).waitFor(),
  );
  await camera.take('walk-test-measured', `${address}/walk-test`, async (page) => {
    await press(page, 'Start dekningstest');
    await text(/Meget godt/)(page);
  });
  await camera.take('signal-report', `${address}/logs`, async (page) => {
    await press(page, 'Signalrapport');
    await dialog(page);
  });
  for (const tab of ['settings', 'communication', 'sound', 'light', 'voicePrompt', 'battery', 'inactivity'] as const)
    await camera.take(`home-unit-${tab}`, `${address}/${tab}`, (page) =>
      page.getByRole('main').locator('select, input').first().waitFor(),
    );
  await camera.take('home-unit-logs', `${address}/logs`, (page) =>
    page.getByRole('link', { name: 'Anropslogg' }).waitFor(),
  );
}

async function takeDeletion(camera: Camera, address: string): Promise<void> {
  for (const [name, button] of [
    ['delete-device', /^Slett enhet/],
    ['forget-history', /historikk/],
  ] as const)
    await camera.take(name, address, async (page) => {
      await press(page, button);
      await dialog(page);
    });
}

/** What those see who have fewer areas: a tracking user, a customer with devices of their own, and an alarm centre. */
export async function takeReduced(
  varde: RunningVarde,
  browser: Browser,
  devices: Devices,
  folder: string,
): Promise<void> {
  const pageOf = await addresses(varde);
  const map = pageOf('Hjemmeboende 001').replace(/^\/settings\/(\d+).*/, '/mapsingle/$1');
  const tracker = await createCamera(browser, varde, 'TRACKER', folder);
  const rows = (page: Page) => page.getByRole('row').nth(2).waitFor();
  await tracker.take('tracker-list', '/vardes', rows);
  await tracker.take('tracker-map', map, text('Siste gyldige posisjon'));
  await tracker.close();
  const centre = await createCamera(browser, varde, 'AHP', folder);
  await centre.take('centre-list', '/vardes', rows);
  devices.wire(pendant).pressSos();
  devices.wire('Hjemmeboende 001').pressSos();
  const alarm = (page: Page) =>
    page
      .getByRole('listitem', { name: /^Alarm/ })
      .nth(1)
      .waitFor();
  await centre.take('centre-list-alarms', '/vardes', alarm);
  await centre.take('centre-alarms', '/alarms', alarm);
  await centre.take('centre-device', map, (page) => page.getByRole('row').nth(1).waitFor());
  await centre.close();
  const trackerAgain = await createCamera(browser, varde, 'TRACKER', folder);
  await trackerAgain.take('tracker-list-alarm', '/vardes', async (page) => {
    await rows(page);
    await page.getByRole('listitem', { name: /^Alarm/ }).waitFor();
  });
  await trackerAgain.close();
  await takeFamily(varde, browser, devices, folder);
}

/** The cards of a private user: all is well, then with an alarm and a low battery; and their table. */
async function takeFamily(varde: RunningVarde, browser: Browser, devices: Devices, folder: string): Promise<void> {
  const family = await createCamera(browser, varde, 'privat', folder);
  const seen = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor();
  await family.take('family-cards', '/vardes', seen(/^(Alt er i orden|Ingen blir varslet)/));
  devices.wire('Åse').pressSos();
  devices.wire('Åses klokke').perform({ type: 'battery', level: 12, charging: false });
  devices.wire('Åses klokke').say('lowBattery');
  await family.take('family-alarm', '/vardes', seen(/^Lavt batteri \(/));
  await family.take('family-table', '/vardes', async (page) => {
    await page.getByRole('button', { name: 'Vis som tabell' }).click();
    await page.getByRole('row').nth(2).waitFor();
  });
  await family.close();
}
