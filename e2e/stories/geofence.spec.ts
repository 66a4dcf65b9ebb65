import type { Page } from '@playwright/test';
import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import { expect, expectAccessibleInBothThemes, test } from '../fixtures/story.ts';
import type { RunningVarde } from '../fixtures/varde.ts';

/** The address of the geofence tab of a device. */
async function tabOf(varde: RunningVarde, name: string): Promise<string> {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { devices } = await call(api.devices.listDevices, { query: { search: name } });
  const [device] = devices;
  if (device === undefined) throw new Error(`no device ${name}`);
  return `/settings/${device.deviId}/${device.dehaId}/geofence`;
}

const editor = (page: Page) => page.getByRole('form');

test('a circle is typed and saved, the wearer walks out of it, the alarm names it, and the warning ends when the wearer is back [D2.052 D2.054 D2.056 D2.057 D7.021]', async ({
  story,
  varde,
}) => {
  const device = await story.device(({ name }) => name === 'Trygghetsalarm 003');
  const { lat, lng } = device;
  device.wire.sendPosition({ lat, lng });
  const path = await tabOf(varde, device.name);
  const page = await story.open('FIRM', path);
  await page.getByRole('button', { name: 'Ny geofence' }).click();
  await expect(page).toHaveURL(/geofence\/new$/);
  await page.getByLabel('Navn', { exact: true }).fill('Hagen');
  await page.getByLabel('Sentrum').fill(`${lat}, ${lng}`);
  await page.getByLabel('Radius').fill('150');
  await page.getByLabel('I bruk', { exact: true }).click();
  await page.getByRole('button', { name: 'Lagre', exact: true }).first().click();
  await expect(page.getByText('Hagen er lagret.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hagen På · Innenfor' })).toBeVisible();
  const [left, map] = await Promise.all([
    page.getByRole('region', { name: 'Geofencer', exact: true }).boundingBox(),
    page.getByRole('region', { name: 'Kart over geofencer' }).boundingBox(),
  ]);
  expect(map?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
  await expectAccessibleInBothThemes(page);

  const alarms = await story.open('FIRM', '/vardes');
  const row = alarms.getByRole('listitem', { name: `Ut av geofence: ${device.name}` });
  const walkTo = (metres: number) => device.wire.sendPosition({ lat: lat + metres / 111_195, lng });
  await expect(async () => {
    walkTo(600);
    await expect(row).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: 60_000 });
  await expect(row).toContainText('«Hagen»');
  await expect(page.getByRole('button', { name: 'Hagen På · Utenfor' })).toBeVisible({ timeout: 30_000 });

  const { call } = await logIn(varde, 'SUPERFIRM');
  const warned = async () =>
    (await call(api.devices.listDevices, { query: { search: device.name } })).devices[0]?.geofenceWarning;
  expect(await warned()).toBe(true);
  // A position of the same second as the last one says nothing new.
  await expect(async () => {
    walkTo(10);
    expect(await warned()).toBe(false);
  }).toPass();
  await expect(row).toBeVisible();
});

test('a circle is drawn on the map, stays a circle with its radius, and is changed and deleted [D4.007 D4.013 D4.014 D8.003]', async ({
  story,
  varde,
}) => {
  const device = await story.device(({ name }) => name === 'Trygghetsalarm 004');
  device.wire.sendPosition();
  const page = await story.open('FIRM', `${await tabOf(varde, device.name)}/new`);
  const marker = page.getByRole('img', { name: new RegExp(`^${device.name} · `) });
  await expect(marker).toBeVisible();
  const box = await page.locator('canvas.maplibregl-canvas').boundingBox();
  if (box === null) throw new Error('there is no map');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const enabled = page.getByLabel('I bruk', { exact: true });
  await expect(enabled).not.toBeChecked();
  await expect(async () => {
    await page.mouse.click(x, y);
    await page.mouse.move(x + 80, y, { steps: 8 });
    await page.mouse.click(x + 120, y);
    await expect(enabled).toBeChecked({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByLabel('Ingen')).toBeChecked();
  const radius = page.getByLabel('Radius');
  await expect(radius).toHaveValue(/^[1-9]\d{1,2} m$/);
  await page.mouse.click(x - 60, y);
  await page.mouse.move(x - 90, y);
  const drawn = await radius.inputValue();
  await page.getByRole('button', { name: 'Lagre', exact: true }).first().click();
  await expect(page.getByText('Geofence1 er lagret.')).toBeVisible();
  await expect(radius).toHaveValue(drawn);

  await page.getByLabel('Navn', { exact: true }).fill('Tunet');
  await editor(page).getByRole('button', { name: 'Lagre', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Tunet På/ })).toBeVisible();
  await editor(page).getByRole('button', { name: 'Slett' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Er du sikker på at du vil slette Tunet?');
  await question.getByRole('button', { name: 'Slett' }).click();
  await expect(page.getByText('Enheten har ingen geofence ennå.')).toBeVisible();
});

test('a fence that is shared with the customer is reused as a copy for another device [D2.055 D5.010 D7.018]', async ({
  story,
  varde,
}) => {
  const page = await story.open('FIRM', `${await tabOf(varde, 'Trygghetsalarm 006')}/new`);
  await page.getByLabel('Navn', { exact: true }).fill('Parken');
  await page.getByLabel('Sentrum').fill('62.47, 6.15');
  await page.getByLabel('Del med andre enheter').click();
  await expect(page.getByLabel('Delt med')).toHaveValue(/^\d+$/);
  await page.getByRole('button', { name: 'Lagre', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Parken Av · Delt' })).toBeVisible();

  await page.goto(`/#${await tabOf(varde, 'Trygghetsalarm 007')}`);
  await page.getByRole('button', { name: 'Gjenbruk' }).click();
  await expect(page).toHaveURL(/geofence\/reuse$/);
  await page.getByRole('button', { name: 'Parken' }).click();
  await expect(page).toHaveURL(/geofence\/new$/);
  await expect(page.getByLabel('Sentrum')).toHaveValue('62.47000, 6.15000');
  await expect(page.getByLabel('Del med andre enheter')).not.toBeChecked();
  await page.getByRole('button', { name: 'Lagre', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Parken Av', exact: true })).toBeVisible();
});

test('a fence that another user deletes stays with what was typed, and is saved as a new one', async ({
  story,
  varde,
}) => {
  const path = await tabOf(varde, 'Trygghetsalarm 008');
  const page = await story.open('FIRM', `${path}/new`);
  await page.getByLabel('Navn', { exact: true }).fill('Torget');
  await page.getByLabel('Sentrum').fill('62.47, 6.1552999999999995');
  await page.getByRole('button', { name: 'Lagre', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Torget Av', exact: true })).toBeVisible();
  await expect(page.getByLabel('Sentrum')).toHaveValue('62.47000, 6.15530');
  await page.getByLabel('Navn', { exact: true }).fill('Stortorget');

  const other = await story.open('SUPERFIRM', path);
  await other.getByRole('button', { name: 'Torget Av', exact: true }).click();
  await editor(other).getByRole('button', { name: 'Slett' }).dblclick();
  await other.getByRole('dialog').getByRole('button', { name: 'Slett' }).click();
  await expect(other.getByText('Enheten har ingen geofence ennå.')).toBeVisible();
  await expect(other.getByRole('dialog')).toHaveCount(0);

  await expect(editor(page).getByRole('alert')).toContainText('Torget er slettet av noen andre.');
  await expectAccessibleInBothThemes(page);
  await editor(page).getByRole('button', { name: 'Lagre som ny geofence' }).click();
  await expect(page.getByRole('button', { name: 'Stortorget Av', exact: true })).toBeVisible();
  await expect(editor(page).getByRole('alert')).toHaveCount(0);
  await expect(other.getByRole('button', { name: 'Stortorget Av', exact: true })).toBeVisible();
});

test('on a phone the map and Save stay in view while the fields of a fence are scrolled [D2.052]', async ({
  story,
  varde,
}) => {
  const page = await story.open('FIRM', `${await tabOf(varde, 'Trygghetsalarm 009')}/new`, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  const map = page.getByRole('region', { name: 'Kart over geofencer' });
  for (const field of ['Navn', 'Radius', 'Egen forsinkelse']) {
    await page.getByLabel(field, { exact: true }).tap();
    await expect(map).toBeInViewport({ ratio: 0.9 });
    await expect(editor(page).getByRole('button', { name: 'Lagre', exact: true })).toBeInViewport({
      ratio: 1,
    });
    const [above, box, below] = await Promise.all([
      map.boundingBox(),
      page.getByLabel(field, { exact: true }).boundingBox(),
      editor(page).getByRole('button', { name: 'Lagre', exact: true }).boundingBox(),
    ]);
    expect(box?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  }
  await expectAccessibleInBothThemes(page);
});

/** Stored fences for a device that is opened later. */
async function storeFences(varde: RunningVarde, path: string, names: readonly string[]): Promise<void> {
  const { call } = await logIn(varde, 'SUPERFIRM');
  for (const name of names) {
    const geofence = {
      ...{ id: 0, name, enabled: true, radius: 200, vertices: [{ lat: 62.47, lng: 6.15 }], inloIds: [] },
      ...{ circle: true, polygon: false, indoor: false, delayMinutes: 0, alertByCall: false },
      ...{ enabledTime: false, enabledTimeFrom: 0, enabledTimeTo: 0, share: false, sharedCustId: null },
    };
    await call(api.geofences.saveGeofence, {
      params: { deviId: Number(path.split('/')[2]) },
      body: { geofence },
    });
  }
}

test('an opened fence is in view below a long list, with room for its close button, and the focus follows it until it is deleted', async ({
  story,
  varde,
}) => {
  const path = await tabOf(varde, 'Trygghetsalarm 010');
  const longName = 'W'.repeat(60);
  await storeFences(varde, path, [...['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((at) => `Sted ${at}`), longName]);
  const page = await story.open('FIRM', path);
  const close = editor(page).getByRole('button', { name: 'Lukk geofencen' });
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: longName }).click();
    const heading = editor(page).getByRole('heading', { name: longName });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport({ ratio: 1 });
    const box = await close.boundingBox();
    expect(box?.width).toBe(box?.height);
    await close.click();
    await expect(page.getByRole('button', { name: 'Ny geofence' })).toBeFocused();
  }
  await page.getByRole('button', { name: 'Sted A' }).click();
  await editor(page).getByRole('button', { name: 'Slett' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Slett' }).press('Enter');
  await expect(page.getByText('Sted A er slettet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ny geofence' })).toBeFocused();
});

test('a fence that another user deletes on a phone says so at its buttons, and Delete is not replaced under the finger', async ({
  story,
  varde,
}) => {
  const path = await tabOf(varde, 'Trygghetsalarm 011');
  await storeFences(varde, path, ['Torget']);
  const page = await story.open('FIRM', path, { viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: /^Torget/ }).click();
  const remove = editor(page).getByRole('button', { name: 'Slett' });
  await remove.focus();
  const { call } = await logIn(varde, 'SUPERFIRM');
  const params = { deviId: Number(path.split('/')[2]) };
  const { geofences } = await call(api.geofences.listGeofences, { params });
  for (const { id: geofenceId, rev } of geofences)
    await call(api.geofences.deleteGeofence, { params: { ...params, geofenceId }, query: { rev } });
  await expect(editor(page).getByRole('alert')).toBeInViewport({ ratio: 1 });
  await expect(editor(page).getByRole('button', { name: 'Lagre som ny geofence' })).toBeInViewport({
    ratio: 1,
  });
  await expect(remove).toBeFocused();
  await expect(remove).toBeDisabled();
  await expectAccessibleInBothThemes(page);
});

test('the browser’s Back from a saved fence leads to a blank one, and an unsaved delay of the device stays', async ({
  story,
  varde,
}) => {
  const page = await story.open('FIRM', await tabOf(varde, 'Trygghetsalarm 012'));
  const delay = page.getByRole('textbox', { name: 'Forsinkelse om dagen' });
  await delay.fill('7');
  await page.getByRole('button', { name: 'Ny geofence' }).click();
  await page.getByLabel('Navn', { exact: true }).fill('Hagen');
  await page.getByLabel('Sentrum').fill('62.47, 6.15');
  await page.getByRole('button', { name: 'Lagre', exact: true }).first().click();
  await expect(editor(page).getByRole('button', { name: 'Slett' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/geofence\/new$/);
  await expect(page.getByLabel('Navn', { exact: true })).toHaveValue('Geofence1');
  await expect(editor(page).getByRole('button', { name: 'Slett' })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(delay).toHaveValue(/^7/);
  await page.getByRole('link', { name: 'Informasjon' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Avbryt' }).click();
  await expect(delay).toHaveValue(/^7/);
});

test('a user without the policy has no tab for geofences [D1.010]', async ({ story, varde }) => {
  const path = await tabOf(varde, 'Trygghetsalarm 005');
  const tabs = (page: Page) => page.getByRole('navigation', { name: 'Faner for enheten' });
  const user = await story.open('FIRM', path.replace('/geofence', '/info'));
  await expect(tabs(user).getByRole('link', { name: 'Geofence' })).toBeVisible();
  const tracker = await story.open('TRACKER', path);
  await expect(tracker.getByRole('heading').first()).toBeVisible();
  await expect(tabs(tracker).getByRole('link', { name: 'Geofence' })).toHaveCount(0);
  await expect(tracker.getByRole('button', { name: 'Ny geofence' })).toHaveCount(0);
});
