import type { Page } from '@playwright/test';
import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import { expect, expectAccessibleInBothThemes, test } from '../fixtures/story.ts';
import type { RunningVarde } from '../fixtures/varde.ts';

/** Gives a device a fence of 200 m; returns the number of the device. */
async function fenceFor(varde: RunningVarde, name: string, centre: { lat: number; lng: number }): Promise<number> {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { devices } = await call(api.devices.listDevices, { query: { search: name } });
  const [device] = devices;
  if (device === undefined) throw new Error(`no device ${name}`);
  const geofence = {
    ...{ id: 0, name: 'Tunet', enabled: true, radius: 200, vertices: [centre], inloIds: [] },
    ...{ circle: true, polygon: false, indoor: false, delayMinutes: 0, alertByCall: false },
    ...{ enabledTime: false, enabledTimeFrom: 0, enabledTimeTo: 0, share: false, sharedCustId: null },
  };
  await call(api.geofences.saveGeofence, { params: { deviId: device.deviId }, body: { geofence } });
  return device.deviId;
}

const fields = (page: Page) => page.getByRole('group', { name: 'Tunet' });

test('a caregiver follows a wearer on the map, makes the fence smaller there, and gets its alarm [D4.095 D4.096]', async ({
  story,
  varde,
}) => {
  const device = await story.device(({ name }) => name === 'Trygghetsalarm 013');
  const { lat, lng } = device;
  device.wire.sendPosition({ lat, lng });
  const deviId = await fenceFor(varde, device.name, { lat, lng });
  const page = await story.open('FIRM', `/mapsingle/${deviId}`);
  const map = page.getByRole('region', { name: `Kart over posisjonene til ${device.name}` });
  await expect(map.getByRole('img', { name: new RegExp(device.name) })).toBeVisible();
  const border = page.getByRole('button', { name: 'Grensen til Tunet' });
  await expect(border).toHaveCount(0);
  await page.getByRole('button', { name: /^Tunet/ }).click();
  await expect(border).toBeVisible();
  const radius = fields(page).getByLabel('Radius');
  const save = fields(page).getByRole('button', { name: 'Lagre' });
  await expect(radius).toHaveValue('200 m');

  for (let presses = 0; presses < 3; presses += 1) await border.press('ArrowRight');
  await expect(radius).not.toHaveValue('200 m');
  await fields(page).getByRole('button', { name: 'Tilbakestill' }).click();
  await expect(radius).toHaveValue('200 m');
  await expect(save).toBeDisabled();

  const middle = async (name: string) => {
    const box = await page.getByRole('button', { name }).boundingBox();
    return box === null ? { x: 0, y: 0 } : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  await page.getByRole('button', { name: 'Sentrum av Tunet' }).scrollIntoViewIfNeeded();
  const [from, to] = [await middle('Grensen til Tunet'), await middle('Sentrum av Tunet')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, from.y, { steps: 5 });
  await page.mouse.up();
  await expect(radius).toHaveValue(/^(9\d|10\d) m$/);
  await expectAccessibleInBothThemes(page);
  await save.click();
  await expect(page.getByText('Tunet er lagret.')).toBeVisible();

  const alarms = await story.open('FIRM', '/vardes');
  const row = alarms.getByRole('listitem', { name: `Ut av geofence: ${device.name}` });
  await expect(async () => {
    // Inside the fence as it was, outside as it is.
    device.wire.sendPosition({ lat: lat + 190 / 111_195, lng });
    await expect(row).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: 60_000 });
  await expect(row).toContainText('«Tunet»');
  await expect(page.getByRole('button', { name: /^Tunet På · Utenfor/ })).toBeVisible({ timeout: 30_000 });
});

test('on a phone a fence on the map is edited by its fields, and nothing is lost or saved by going away', async ({
  story,
  varde,
}) => {
  const device = await story.device(({ name }) => name === 'Trygghetsalarm 014');
  device.wire.sendPosition();
  const deviId = await fenceFor(varde, device.name, { lat: device.lat, lng: device.lng });
  const page = await story.open('FIRM', `/mapsingle/${deviId}`, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  await page.getByRole('button', { name: /^Tunet/ }).tap();
  await fields(page).getByLabel('Radius').fill('450');
  await expect(page.getByRole('button', { name: /^Tunet.*Ikke lagret/ })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'Innstillinger' }).first().tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Avbryt' }).tap();
  await expect(fields(page).getByLabel('Radius')).toHaveValue('450 m');
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { geofences } = await call(api.geofences.listGeofences, { params: { deviId } });
  expect(geofences.map(({ radius }) => radius)).toEqual([200]);
});

test('two who move the same fence do not overwrite each other: the second sees who has changed it, and chooses', async ({
  story,
  varde,
}) => {
  const device = await story.device(({ name }) => name === 'Trygghetsalarm 012');
  const { lat, lng } = device;
  device.wire.sendPosition({ lat, lng });
  const deviId = await fenceFor(varde, device.name, { lat, lng });
  const page = await story.open('FIRM', `/mapsingle/${deviId}`);
  await page.getByRole('button', { name: /^Tunet/ }).click();
  const radius = fields(page).getByLabel('Radius');
  await radius.fill('300');

  const { call } = await logIn(varde, 'SUPERFIRM');
  const { geofences } = await call(api.geofences.listGeofences, { params: { deviId } });
  const [theirs] = geofences.filter(({ name }) => name === 'Tunet');
  if (theirs === undefined) throw new Error('no fence');
  await call(api.geofences.saveGeofence, { params: { deviId }, body: { geofence: { ...theirs, radius: 450 } } });

  const alert = fields(page).getByRole('alert').filter({ hasText: 'har endret dette mens du redigerte: Område.' });
  await expect(alert).toBeVisible();
  await expect(radius).toHaveValue('300 m');
  await expect(fields(page).getByRole('button', { name: 'Lagre' })).toBeDisabled();
  await expectAccessibleInBothThemes(page);
  await alert.getByRole('button', { name: 'Behold mine endringer' }).click();
  await expect(alert).toHaveCount(0);
  await fields(page).getByRole('button', { name: 'Lagre' }).click();
  await expect(page.getByText('Tunet er lagret.')).toBeVisible();
  const saved = await call(api.geofences.listGeofences, { params: { deviId } });
  expect(saved.geofences.map((fence) => fence.radius)).toEqual([300]);
});
