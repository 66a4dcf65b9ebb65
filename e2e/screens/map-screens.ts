import type { Browser, Page } from '@playwright/test';
import { metyId } from '@varde/catalogue/message-types';
import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import type { RunningVarde } from '../fixtures/varde.ts';
import { type Camera, createCamera } from './camera.ts';
import type { Devices } from './devices.ts';
import { fillDemo } from './prepare.ts';

/** It has a geofence, an indoor location, and the week of `prepareMaps`. */
const watch = 'Trygghetsklokke 006';
const homeUnit = 'Hjemmeboende 008';
/** Never in contact: it is not switched on. */
const silent = 'Trygghetsalarm 012';
const longName = 'Ragnhild Katharina Bjørnstad-Haugen, Bjørkelia bo- og omsorgssenter, rom 4012';

/** What the address service calls every place: longer than any cell. */
export const longAddress = {
  ...{ street: 'Prestegårdsskogen terrasse 114B, inngang fra Nedre Strandvegen', zip: '6006' },
  ...{ city: 'BRATTVÅG OG SØVIK', lat: 62.4702, lng: 6.2011 },
};

/** The demo with a week of messages of a watch, one with a name that is long, and what was deleted by age. */
export const prepareMaps = (env: NodeJS.ProcessEnv): Promise<void> =>
  fillDemo(env, async (db) => {
    await db.execute(`
      insert into transactions (tran_id, rec_ts, devi_id, deha_id, cust_id, mety_id, tran_source, device_time,
        pos_type, pos_lati, pos_long, pos_time, num_satellites, hdop, accuracy, gsm_strength, battery, word, raw)
      select nextval('tran_seq'), at, devi_id, deha_id, cust_id,
        case when i = 90 then ${metyId.alarm} when i % 40 = 7 then ${metyId.lowBattery} else ${metyId.position} end, 3, at,
        case when i % 11 = 0 then 2 else 0 end, 62.4731 + (i % 23) / 9000.0, 6.1502 + (i % 37) / 5000.0, at,
        4 + i % 9, 0.8 + i % 5, case when i % 11 = 0 then 450 end, 4 + i % 27, 100 - i % 84, 'UD_LTE', '\\x5b33472a'
      from devices, generate_series(1, 300) i, lateral (select now() - (300 - i) * interval '25 minutes' as at) moment
      where device_name = '${watch}' and i not between 120 and 160`);
    await db.execute(`update devices set device_name = '${longName}' where device_name = 'Trygghetsklokke 007'`);
    await db.execute(`
      insert into position_deletions (cust_id, day, kept_days, before, transactions, alarms, devices)
      select 1, current_date - i, 90, now() - (90 + i) * interval '1 day', 12000 + 37 * i, i % 3, i % 5
      from generate_series(1, 6) i`);
    await db.execute('update customers set position_days = 90 where cust_id = 1');
  });

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor();
const withAddress = (page: Page) =>
  page.getByRole('listitem').filter({ hasText: 'Prestegårdsskogen' }).first().waitFor();
const rows = (page: Page) => page.getByRole('row').filter({ hasText: 'Posisjon' }).nth(2).waitFor();

/** Map and log of a device and of all, their dialogs, and what a customer decides about positions. */
export async function takeMaps(varde: RunningVarde, browser: Browser, devices: Devices, folder: string): Promise<void> {
  const camera = await createCamera(browser, varde, 'SUPERFIRM', folder);
  const { call } = await logIn(varde, 'SUPERFIRM');
  const list = await call(api.devices.listDevices, { query: {} });
  const numberOf = (name: string) => list.devices.find(({ deviceName }) => deviceName === name)?.deviId;
  const pageOf = (name: string) => `/mapsingle/${numberOf(name)}`;
  await takeDevice(camera, pageOf(watch));
  await camera.take('map-empty', pageOf(silent), text('Enheten har ikke sendt noe ennå.'));
  await camera.take('map-home-unit', pageOf(homeUnit), (page) => page.getByRole('row').nth(1).waitFor());
  await camera.take('map-long-name', `${pageOf(longName)}?count=1`, (page) =>
    page.locator('.maplibregl-marker').first().waitFor(),
  );
  await takeAll(camera);
  await takeCustomer(camera);
  devices.wire(watch).pressSos();
  devices.wire('Trygghetsalarm 001').pressSos();
  devices.wire(homeUnit).pressSos();
  await takeAlarms(camera, pageOf(watch));
  await camera.take('alarm-page-address', '/alarms', async (page) => {
    await withAddress(page);
    const { alarms } = await call(api.alarms.listAlarms, { query: {} });
    await page.goto(`${varde.url}/#/alarms/${alarms.find(({ address }) => address !== null)?.alarmId}`);
    await page.getByRole('definition').filter({ hasText: 'Prestegårdsskogen' }).waitFor();
  });
  await camera.close();
}

async function takeDevice(camera: Camera, address: string): Promise<void> {
  await camera.take('map-notice', address, async (page) => {
    await page.route('**/ajax/profile/map_consent', (route) => route.fulfill({ json: { given: false } }));
    await page.reload();
    await page.getByRole('dialog').waitFor();
    await page.unrouteAll();
  });
  await camera.take('map-device', address, async (page) => {
    await rows(page);
    await page.getByRole('cell').filter({ hasText: 'Prestegårdsskogen' }).first().waitFor();
  });
  await camera.take('map-graph', address, async (page) => {
    await rows(page);
    await press(page, 'Graf');
    await page.getByLabel('Dager i grafen').selectOption('7');
    await page.locator('.recharts-line').first().waitFor();
  });
  await camera.take('map-filters', address, async (page) => {
    await rows(page);
    await page.getByRole('textbox', { name: 'Fra dato' }).fill('01.11.2026');
    await press(page, /^Vis bare/);
    await page.getByRole('checkbox', { name: 'Alarm', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Batteri', exact: true }).check();
    await page.getByRole('button', { name: 'Fjern filtrene' }).waitFor();
  });
  await camera.take('map-nothing-found', address, async (page) => {
    await rows(page);
    await page.getByLabel('Søk i loggen').fill('finnes ikke');
    await text('Fant ingen meldinger med disse filtrene.')(page);
  });
  await camera.take('map-row-open', address, async (page) => {
    await rows(page);
    await press(page, /^Vis detaljer/);
    await text('Rådata')(page);
  });
  await camera.take('map-fence', address, async (page) => {
    await press(page, /^Hjemmet og hagen/);
    await page.getByLabel('Radius').waitFor();
  });
}

async function takeAll(camera: Camera): Promise<void> {
  await camera.take('map-all-filters', '/map', async (page) => {
    await press(page, /^Vis bare/);
    await page.getByRole('checkbox', { name: 'Alarm', exact: true }).waitFor();
  });
  await camera.take('map-all-of-list', '/map?status=offline', (page) =>
    page.getByRole('button', { name: /fra listen$/ }).waitFor(),
  );
  await camera.take('list-to-map', '/vardes?search=Trygghet', async (page) => {
    await press(page, 'Filtre');
    await page.getByRole('link', { name: 'Vis i kart' }).waitFor();
  });
}

async function takeCustomer(camera: Camera): Promise<void> {
  const customer = '/admin/customers?cust=1';
  await camera.take('customer-positions', customer, async (page) => {
    await page.getByRole('table', { name: 'Slettede posisjoner' }).waitFor();
    await page.getByRole('region', { name: 'Adresser' }).scrollIntoViewIfNeeded();
  });
  await camera.take('customer-fences', customer, async (page) => {
    const section = page.getByRole('region', { name: 'Standard-geofencer', exact: true });
    await section.getByLabel('Egne geofencer for kunden').check();
    await section.getByRole('button', { name: 'Ny geofence' }).click();
    await section.getByLabel('Navn', { exact: true }).waitFor();
    await section.scrollIntoViewIfNeeded();
  });
}

async function takeAlarms(camera: Camera, address: string): Promise<void> {
  await camera.take('alarms-addresses', '/alarms', withAddress);
  await camera.take('list-addresses', '/vardes', withAddress);
  await camera.take('map-alarm', address, async (page) => {
    await rows(page);
    await page
      .getByRole('row')
      .filter({ hasText: 'Alarm' })
      .first()
      .getByRole('button', { name: /^Vis detaljer/ })
      .click();
    await text('Alarmen ble mottatt')(page);
  });
}
