import type { Page } from '@playwright/test';
import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import { expect, expectAccessibleInBothThemes, test } from '../fixtures/story.ts';
import type { RunningVarde } from '../fixtures/varde.ts';

/** The addresses of the tabs and of the map of a device. */
async function addressesOf(varde: RunningVarde, name: string) {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { devices } = await call(api.devices.listDevices, { query: { search: name } });
  const [device] = devices;
  if (device === undefined) throw new Error(`no device ${name}`);
  const tab = (key: string) => `/settings/${device.deviId}/${device.dehaId}/${key}`;
  return { tab, map: `/mapsingle/${device.deviId}` };
}

async function reset(page: Page, name: string): Promise<void> {
  const row = page.getByRole('listitem', { name: `Alarm: ${name}` });
  await row.getByRole('button', { name: 'Tilbakestill' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Test' }).check();
  await dialog.getByRole('button', { name: 'Tilbakestill' }).click();
  await expect(row).toHaveCount(0);
}

test('a watch with automatic tracking presses SOS, and reports often from then on until the alarm is reset', async ({
  story,
  varde,
}) => {
  const watch = await story.device(({ name }) => name === 'Trygghetsklokke 005');
  const { tab } = await addressesOf(varde, watch.name);
  const page = await story.open('FIRM', tab('tracking'));
  await page.getByRole('switch', { name: 'Automatisk sporing' }).check();
  await page.getByRole('button', { name: 'Lagre', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Lagre', exact: true })).toBeDisabled();
  await expectAccessibleInBothThemes(page);

  watch.wire.pressSos();
  const commands = page.getByRole('list', { name: 'Siste handlinger' });
  await expect(commands).toContainText(/Start sporing.*Bekreftet/, { timeout: 20_000 });
  expect(watch.wire.settings).toMatchObject({ trackingInterval: 60 });

  const list = await story.open('FIRM', '/vardes');
  await reset(list, watch.name);
  await expect(commands).toContainText(/Stopp sporing.*Bekreftet/, { timeout: 20_000 });
  expect(watch.wire.settings).not.toMatchObject({ trackingInterval: 60 });
});

test('a watch with positioning off shows no place until it presses SOS, and none after the reset [D5.030]', async ({
  story,
  varde,
}) => {
  const watch = await story.device(({ name }) => name === 'Trygghetsklokke 006');
  const { tab, map } = await addressesOf(varde, watch.name);
  watch.wire.sendPosition();
  const device = await story.open('FIRM', map);
  const off = 'Posisjonering er slått av';
  const marker = device.getByRole('img', { name: new RegExp(`^${watch.name}: `) });
  await expect(marker).not.toHaveCount(0);

  const page = await story.open('FIRM', tab('tracking'));
  await page.getByRole('switch', { name: 'Slå av posisjonering' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('vil deaktivere posisjonering på denne enheten?');
  await question.getByRole('button', { name: 'Fortsett' }).click();
  await page.getByRole('button', { name: 'Lagre', exact: true }).click();
  await expect(device.getByText(off)).toBeVisible();
  await expect(marker).toHaveCount(0);
  await expectAccessibleInBothThemes(page);

  await page.getByRole('link', { name: 'Geofence', exact: true }).click();
  await expect(page.getByRole('note')).toContainText('Geofencene virker ikke');
  await expect(page.getByText(off, { exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(page);

  const { lat, lng } = watch;
  watch.wire.sendPosition({ lat: lat + 0.002, lng });
  await expect(device.getByText(off)).toBeVisible();

  watch.wire.pressSos();
  const list = await story.open('FIRM', '/vardes');
  await expect(list.getByRole('listitem', { name: `Alarm: ${watch.name}` })).toBeVisible();
  await expect(marker).not.toHaveCount(0);
  await expect(device.getByText(off)).toHaveCount(0);
  await reset(list, watch.name);
  await expect(device.getByText(off)).toBeVisible();
  await expect(marker).toHaveCount(0);

  await page.getByRole('link', { name: 'Til innstillingene for posisjonering' }).click();
  await page.getByRole('switch', { name: 'Slå av posisjonering' }).click();
  await page.getByRole('button', { name: 'Lagre', exact: true }).click();
  await expect(device.getByText(off)).toHaveCount(0);
});
