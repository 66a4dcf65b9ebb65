import { expect, test } from '@playwright/test';
import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import { expectAccessible, logInByHand } from '../fixtures/story.ts';
import { type RunningVarde, startVarde } from '../fixtures/varde.ts';
import { prepareRooms } from '../screens/prepare.ts';

let varde: RunningVarde;
test.beforeAll(async () => {
  varde = await startVarde({ fleet: false, prepare: (env) => prepareRooms(env, 200) });
});
test.afterAll(() => varde.dispose());

test('a setting is changed on 200 devices, of which one has it not and one was changed by somebody else meanwhile; a lost line stops the work, a press takes it up, and another one sets the changed ones back', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const colleague = await logIn(varde, 'SUPERFIRM');
  await logInByHand(page, varde, 'SUPERFIRM');
  await page.getByRole('searchbox').fill('Prøverom ');
  await expect(page.getByText(/^200 enheter$/)).toBeVisible();
  await page.getByRole('button', { name: 'Velg og eksporter' }).click();
  await page.getByRole('button', { name: 'Velg alle 200 i listen' }).click();
  await page.getByRole('button', { name: 'Innstillinger', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Endre innstillinger' });
  const status = dialog.getByRole('status');
  await dialog.getByLabel('Legg til en innstilling').selectOption({ label: 'Sporingsintervall' });
  await dialog.getByLabel('Sporingsintervall', { exact: true }).selectOption('10 minutter');
  await dialog.getByRole('button', { name: 'Vis hva som endres' }).click();
  await expect(status).toHaveText('199 enheter får verdiene');
  const line = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
  await expect(line('Prøverom 001')).toContainText('Sporingsintervall: 5 minutter → 10 minutter');
  await dialog.getByText(/^1 enhet er ikke med/).click();
  await expect(line('Prøverom 200')).toContainText('enheten har den ikke');
  await expectAccessible(page);

  const { devices } = await colleague.call(api.devices.listDevices, { query: { search: 'Prøverom 150' } });
  const params = { deviId: devices[0]?.deviId ?? 0 };
  await colleague.call(api.settings.saveSettings, { params, body: { values: { trackingInterval: 60 } } });

  let saves = 0;
  await page.route(/\/settings(\?|$)/, async (route) => {
    if (route.request().method() === 'PUT' && ++saves === 101) return route.abort('connectionreset');
    return route.continue();
  });
  await dialog.getByRole('button', { name: 'Endre 199 enheter' }).click();
  await expect(status).toHaveText('Forbindelsen ble brutt. 100 av 199 er behandlet', { timeout: 90_000 });
  await dialog.getByRole('button', { name: 'Fortsett' }).click();
  await expect(status).toHaveText('199 av 199 er behandlet', { timeout: 90_000 });
  await expect(dialog.getByText('I kø, men enheten er ikke tilkoblet')).toHaveCount(198);
  await expect(line('Prøverom 150')).toContainText('endret av noen andre');
  expect(saves, 'each once, and the one whose line was lost again').toBe(200);
  await dialog.getByRole('button', { name: 'Sett tilbake 198 enheter' }).click();
  await expect(status).toHaveText('198 av 198 er behandlet', { timeout: 90_000 });
  await expect(dialog.getByText('Satt tilbake')).toHaveCount(198);
  const { settings } = await colleague.call(api.settings.getSettings, { params });
  expect(settings.find(({ key }) => key === 'trackingInterval')).toMatchObject({ desired: 60 });
});
