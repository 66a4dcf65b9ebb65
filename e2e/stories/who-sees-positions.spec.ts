import type { Page } from '@playwright/test';
import { api } from '@varde/contract/api';
import { deviceNamed, logIn } from '../fixtures/api.ts';
import { addPerson, customerNamed, enterAs } from '../fixtures/people.ts';
import { expect, expectAccessibleInBothThemes, fillInLogin, test } from '../fixtures/story.ts';
import type { RunningVarde } from '../fixtures/varde.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };
const nothing = 'Dette finnes ikke, eller du har ikke tilgang til det.';

/** Whose positions a user has looked at, as the audit log has it: numbers of devices, null for a map of several. */
async function looksOf(varde: RunningVarde, userId: number): Promise<(number | null)[]> {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { entries } = await call(api.audit.listAudit, { query: { action: 'positions.read', limit: 200 } });
  return entries.filter(({ user }) => user?.userId === userId).map(({ device }) => device?.deviId ?? null);
}

const markersOf = (page: Page) => page.locator('.maplibregl-marker');

test('[D1.050 D4.097 D4.098] no place is shown before the notice, which ok alone closes; who wants it no more is not asked again, others are, and each look is in the audit log', async ({
  page,
  story,
  varde,
}) => {
  test.setTimeout(300_000); // two people, and four looks with axe
  const pendant = await story.device(({ name }) => name === 'Trygghetsalarm 006');
  pendant.wire.sendPosition({ lat: 62.46123, lng: 6.17654 });
  const { deviId } = await deviceNamed(varde, pendant.name);
  const home = await customerNamed(varde, 'Solvik sykehjem');
  const first = await addPerson(varde, 'ser.steder@notice.example', 'RESTRICTED_USER', home);
  const second = await addPerson(varde, 'ser.kartet@notice.example', 'RESTRICTED_USER', home);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => asked.push(String(payload))));
  const askedForPlaces = () =>
    asked.filter((one) =>
      /^\/ajax\/(map\/|devices\/\d+\/(positions|transactions))|:\/topic\/(map|transactions)\b/.test(one),
    );
  const notice = page.getByRole('dialog', { name: 'Posisjoner er personopplysninger' });
  const ok = notice.getByRole('button', { name: 'OK' });

  await enterAs(page, varde, first, `/mapsingle/${deviId}`);
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await expect(notice).toBeVisible();
    await expectAccessibleInBothThemes(page);
  }
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(notice.getByRole('button')).toHaveText(['OK']);
  await expect(page.getByText('62.46123')).toHaveCount(0);
  await expect(markersOf(page)).toHaveCount(0);
  expect(askedForPlaces()).toEqual([]);
  expect(await looksOf(varde, first.userId)).toEqual([]);
  await ok.click();
  await expect(markersOf(page).first()).toBeVisible();
  await expect(page.getByText('62.46123').first()).toBeVisible();
  await expect.poll(askedForPlaces).toContainEqual(expect.stringContaining(`/topic/transactions/${deviId}`));
  expect(await looksOf(varde, first.userId)).toEqual([deviId]);

  await page.reload();
  await notice.getByRole('checkbox', { name: 'Ikke vis igjen' }).check();
  await ok.click();
  await expect(markersOf(page).first()).toBeVisible();
  await page.reload();
  await expect(markersOf(page).first()).toBeVisible();
  await expect(notice).toHaveCount(0);

  await page.goto('about:blank');
  asked.splice(0);
  await enterAs(page, varde, second, '/map');
  await expect(notice).toBeVisible();
  await expect(markersOf(page)).toHaveCount(0);
  expect(askedForPlaces()).toEqual([]);
  expect(await looksOf(varde, second.userId)).toEqual([]);
  await ok.click();
  await expect(markersOf(page).first()).toBeVisible();
  expect(await looksOf(varde, second.userId)).toEqual([null]);
});

test('[C1.14 D6.030 D6.038 D6.039 D6.040 D2.125 D2.126 D2.127 D2.128] a tracking user sees where the wearers of the own customer are and when they were heard, and neither log, graph, file nor fence, on the screen or by a call', async ({
  story,
  varde,
}) => {
  const watch = await story.device(({ name }) => name === 'Hjemmeboende 001');
  watch.wire.sendPosition();
  const { deviId, deviceSNNum } = await deviceNamed(varde, watch.name);
  const foreign = await deviceNamed(varde, 'Trygghetsalarm 002');
  const page = await story.open('TRACKER', `/map?search=${watch.name}`);
  await expect(page.getByText('1 enhet', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Transaksjonslogg for alle enheter' })).toHaveCount(0);
  await page.getByRole('region', { name: 'Enheter i kartutsnittet' }).getByRole('link', { name: watch.name }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${watch.name} (${deviceSNNum})`);
  await expect(page.getByRole('link', { name: 'Til enhetslisten' })).toHaveAttribute('href', /#\/vardes$/);
  const heard = page.getByRole('main').locator('dl').first();
  await expect(heard.getByRole('term')).toHaveText(['Siste kontakt med server', 'Siste gyldige posisjon']);
  await expect(heard.getByRole('definition')).toHaveText([/\d\d[.:]\d\d/, /\d\d[.:]\d\d/]);
  await expect(markersOf(page).first()).toBeVisible();
  await expect(page.getByLabel('Antall posisjoner i kartet')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Notat' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Transaksjonslogg/ })).toHaveCount(0);
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^(Graf|Vis flere|Eksporter|Vis bare)/ })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Geofencer' })).toHaveCount(0);

  const { cookie } = await logIn(varde, 'TRACKER');
  const status = async (path: string) =>
    (await fetch(`${varde.url}/ajax${path}`, { headers: { cookie, 'x-varde-context': 'PROFFWEB' } })).status;
  const own = `/devices/${deviId}`;
  const file = 'language=nb&timeZone=Europe/Oslo';
  for (const path of [
    `${own}/transactions`,
    `${own}/transactions/export?kind=0&${file}`,
    `${own}/transactions/export?kind=1&${file}`,
    `${own}/geofences`,
  ])
    expect(await status(path), path).toBe(403);
  expect(await status(`${own}/positions`)).toBe(200);
  expect(await status(`/devices/${foreign.deviId}/positions`)).toBe(404);
  await page.goto(`${varde.url}/#/mapsingle/${foreign.deviId}`);
  await expect(page.getByText(nothing)).toBeVisible();
  await expect(markersOf(page)).toHaveCount(0);
});

test('the address of a map that somebody without the right has been sent leads through the login to nothing: no name, no place, and no look', async ({
  page,
  story,
  varde,
}) => {
  const pendant = await story.device(({ name }) => name === 'Rom 104');
  pendant.wire.sendPosition();
  const { deviId, ownedByCustId } = await deviceNamed(varde, pendant.name);
  const answers: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/ajax/')) answers.push(await response.text().catch(() => ''));
  });
  await page.goto(`${varde.url}/#/mapsingle/${deviId}?count=50`);
  await fillInLogin(page, varde, 'RESTRICTED_USER');
  await expect(page).toHaveURL(new RegExp(`#/mapsingle/${deviId}`));
  await expect(page.getByText(nothing)).toBeVisible();
  await expect(page.getByText(pendant.name)).toHaveCount(0);
  for (const shared of [`/map?search=${pendant.name}`, `/map?custId=${ownedByCustId}`]) {
    await page.goto('about:blank');
    await page.goto(`${varde.url}/#${shared}`);
    await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
    await expect(page.getByText('0 enheter', { exact: true })).toBeVisible();
    await expect(markersOf(page)).toHaveCount(0);
  }
  expect(answers.filter((text) => text.includes(`"${pendant.name}"`))).toEqual([]);
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { entries } = await call(api.audit.listAudit, { query: { deviId, kind: 'looks', limit: 200 } });
  expect(entries.filter(({ user }) => user?.name?.startsWith('Ansatt'))).toEqual([]);
});
