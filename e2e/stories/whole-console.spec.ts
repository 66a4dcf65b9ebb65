import type { Page } from '@playwright/test';
import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import { expect, test } from '../fixtures/story.ts';
import type { RunningVarde } from '../fixtures/varde.ts';

async function addressOf(varde: RunningVarde, name: string): Promise<{ deviId: number; dehaId: number }> {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { devices } = await call(api.devices.listDevices, { query: { search: name } });
  const [device] = devices;
  if (device === undefined) throw new Error(`no device ${name}`);
  return device;
}

/** A tab, and what stands on it that no other tab has. */
interface Area {
  tab: string;
  has: (page: Page) => ReturnType<Page['locator']>;
}

async function expectAreas(page: Page, areas: readonly Area[]): Promise<void> {
  const tabs = page.getByRole('navigation', { name: /^(Faner for enheten|Generelt)$/ });
  for (const { tab, has } of areas)
    await test.step(tab, async () => {
      await tabs.getByRole('link', { name: tab, exact: true }).click();
      await expect(has(page)).toBeVisible();
    });
}

test('a watch has an area for its health, falls, organisation, steps, twin, geofences, places indoors, information, notes, messages and tracking, and the log with its map [C0.02 D0.002]', async ({
  story,
  varde,
}) => {
  const watch = await story.device(({ name }) => name === 'Trygghetsklokke 002');
  watch.wire.sendPosition();
  const { deviId, dehaId } = await addressOf(varde, watch.name);
  const page = await story.open('SUPERFIRM', `/settings/${deviId}/${dehaId}`);
  await expect(page.getByRole('heading', { name: 'Spesifikasjoner' })).toBeVisible();
  await expect(page.getByLabel('Notat', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Melding til enheten')).toBeVisible();
  await expectAreas(page, [
    { tab: 'Sporing', has: (on) => on.getByRole('combobox', { name: 'Sporingsintervall' }) },
    { tab: 'Geofence', has: (on) => on.getByRole('button', { name: 'Ny geofence' }) },
    { tab: 'Steder innendørs', has: (on) => on.getByRole('button', { name: 'Start søk' }) },
    { tab: 'Generelt', has: (on) => on.getByRole('link', { name: 'Enhetslogger' }) },
    { tab: 'Organisasjon', has: (on) => on.getByRole('radiogroup') },
    { tab: 'Skjerm og lyd', has: (on) => on.getByRole('switch', { name: 'Ringelyd' }) },
    { tab: 'Fall', has: (on) => on.getByRole('switch', { name: 'Fallalarm' }) },
    { tab: 'Puls og blodtrykk', has: (on) => on.getByRole('button', { name: 'Mål blodtrykk nå' }) },
    { tab: 'Skritteller', has: (on) => on.getByRole('switch', { name: 'Skritteller' }) },
    { tab: 'Tvilling', has: (on) => on.getByRole('link', { name: /tvilling/i }).first() },
  ]);
  await page.goto(`/#/mapsingle/${deviId}`);
  await expect(page.getByRole('heading', { name: `Transaksjonslogg for ${watch.name}`, exact: false })).toBeVisible();
  await expect(page.getByRole('region', { name: `Kart over posisjonene til ${watch.name}` })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Posisjon' }).first()).toBeVisible();
});

test('a home unit has an area for its sensors, local learning, the walk test and the signal report [C0.02 D0.002]', async ({
  story,
  varde,
}) => {
  const unit = await story.device(({ dehaId }) => dehaId === 26, {
    ...{ home: null, homeUnit: 26, behaviour: 'watchesHome' },
  });
  const { deviId, dehaId } = await addressOf(varde, unit.name);
  const page = await story.open('SUPERFIRM', `/settings/${deviId}/${dehaId}`);
  await expectAreas(page, [
    { tab: 'Sensorer', has: (on) => on.getByRole('table', { name: 'Sensorer' }) },
    { tab: 'Dekningstest', has: (on) => on.getByRole('button', { name: 'Start dekningstest' }) },
    { tab: 'Enhetslogger', has: (on) => on.getByRole('button', { name: 'Signalrapport' }) },
  ]);
  await page.goto(`/#/settings/${deviId}/${dehaId}/sensor/add`);
  await expect(page.getByRole('heading', { name: 'Lokal læring' })).toBeVisible();
});

test('the console has the list, the page and the settings of devices, roles with their rights, and the pages before the login [C0.02]', async ({
  story,
  varde,
  page: stranger,
}) => {
  const page = await story.open('SUPERFIRM', '/');
  await expect(page).toHaveURL(/#\/vardes$/);
  await expect(page.getByRole('table')).toBeVisible();
  await page
    .getByRole('link', { name: /^Innstillinger for / })
    .first()
    .click();
  await expect(page.getByRole('navigation', { name: 'Faner for enheten' })).toBeVisible();
  await page.goto('/#/admin/permissions');
  await expect(page.getByRole('heading', { name: 'Rettigheter' })).toBeVisible();
  await stranger.goto(varde.url);
  await expect(stranger.getByRole('button', { name: 'Logg inn', exact: true })).toBeVisible();
  await stranger
    .getByRole('link', { name: /^Registrer/ })
    .first()
    .click();
  await expect(stranger.getByRole('heading', { name: /registrer/i }).first()).toBeVisible();
});
