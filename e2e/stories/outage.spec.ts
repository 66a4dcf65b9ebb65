import { expect, type Locator, type Page, test } from '@playwright/test';
import { hardwareList } from '@varde/catalogue/hardware/index';
import { openInstallation } from '@varde/server/cli/installation';
import { parseConfig } from '@varde/server/config';
import { seedDemo } from '@varde/server/demo/seed';
import { registerDevice } from '@varde/server/domain/devices/register-device';
import { logIn } from '../fixtures/api.ts';
import { expectAccessible, logInByHand } from '../fixtures/story.ts';
import { type RunningVarde, startVarde } from '../fixtures/varde.ts';

const units = 2000;
const token = 'token-of-each-home-unit-of-this-story';
const identityOf = (unit: number) => `storm-${unit}`;

let varde: RunningVarde;
test.beforeAll(async () => {
  varde = await startVarde({ fleet: false, prepare: addUnits });
});
test.afterAll(() => varde.dispose());

async function addUnits(env: NodeJS.ProcessEnv): Promise<void> {
  const { database, close } = await openInstallation(parseConfig(env));
  await seedDemo(database.db, () => undefined);
  const dehaId = hardwareList.find(({ protocol }) => protocol === 'http')?.dehaId ?? 0;
  for (let unit = 0; unit < units; unit++)
    await registerDevice(database.db, {
      ...{ dehaId, custId: 5, identity: identityOf(unit), token },
      ...{ deviceName: `Trygghetsboks ${unit}`, deviceSerialNumber: `STORM${unit}` },
    });
  await close();
}

/** One message of a unit through the gateway, until it is acknowledged. */
async function send(unit: number, event: string): Promise<void> {
  const body = JSON.stringify({ device: identityOf(unit), sequence: event, events: [event] });
  for (;;) {
    const { status, headers } = await fetch(`http://127.0.0.1:${varde.ports.http}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
    if (status === 200) return;
    if (status !== 429 && status !== 503) throw new Error(`the gateway answered ${status}`);
    await new Promise((resolve) => setTimeout(resolve, Number(headers.get('retry-after') ?? 1) * 1000));
  }
}

async function sendAll(from: number, to: number, event: string): Promise<void> {
  let next = from;
  const sender = async () => {
    while (next < to) await send(next++, event);
  };
  await Promise.all(Array.from({ length: 40 }, sender));
}

const outages = (page: Page) => page.getByRole('region', { name: 'Felles driftsfeil' });

test('2,000 units lose power while one person presses: the alarm stays first, and the outage is one row', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await logInByHand(page, varde, 'SUPERFIRM');
  await page.goto(`${varde.url}/#/alarms`);
  await expect(page.getByText('Ingen aktive alarmer').first()).toBeVisible();
  await expect(outages(page), 'without an outage there is nothing').toHaveCount(0);

  await sendAll(0, units / 2, 'powerFailure');
  await send(7, 'alarm');
  const alarm = page.getByRole('list', { name: 'Åpne alarmer' }).or(page.locator('main')).getByRole('listitem', {
    name: 'Alarm: Trygghetsboks 7',
  });
  await expect(alarm.first()).toBeVisible();
  await alarm.first().hover();
  const top = async () => (await alarm.first().boundingBox())?.y;
  const placeOfAlarm = await top();
  await sendAll(units / 2, units, 'powerFailure');

  await expect(outages(page)).toContainText(/Strømbrudd · 2\s000 enheter/, { timeout: 20_000 });
  // Nothing has moved under the pointer, and none of the 2,000 is an alarm.
  expect(await top()).toBe(placeOfAlarm);
  await expect(page.locator('[data-alarm]')).toHaveCount(1);
  await expect(alarm.first()).toBeInViewport();
  await expectAccessible(page);

  await outages(page).getByRole('button').press('Enter');
  await expect(outages(page).getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await alarm.first().getByRole('button', { name: 'Ta alarmen' }).press('Enter');
  await expect(alarm.first()).toContainText('Du har tatt alarmen');

  await sendAll(0, units - 15, 'powerRestored');
  await expect(outages(page)).toHaveCount(0, { timeout: 20_000 });
  await expect(alarm.first()).toBeVisible();
});

/** Presses Tab until this has the focus: nothing is reached in another way. */
async function tabTo(page: Page, target: Locator, most = 60): Promise<void> {
  for (let pressed = 0; pressed < most; pressed++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there');
}

test('forty alarms by keyboard alone: from row to row, details, take, hand over and reset, with a key for each, to the most urgent, and the focus stays', async ({
  page,
}) => {
  await logIn(varde, 'SUPERFIRM'); // the log of an alarm is shown to who has read the notice about positions
  await logInByHand(page, varde, 'SUPERFIRM');
  await page.goto(`${varde.url}/#/alarms`);
  await sendAll(100, 140, 'alarm');
  const rows = page.locator('[data-alarm]');
  const named = page.getByRole('listitem', { name: /^Alarm: Trygghetsboks 1[0-3]\d$/ });
  await expect(named).toHaveCount(40);

  await tabTo(page, page.getByRole('button', { name: /^Ikke tatt/ }));
  await page.keyboard.press('ArrowDown');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  const row = page.locator(`[data-alarm="${await rows.nth(1).getAttribute('data-alarm')}"]`);
  await expect(row).toBeFocused();

  // A new alarm arrives: the focused row stays where it is, with the focus.
  const place = await row.boundingBox();
  await send(140, 'alarm');
  await expect(page.getByRole('listitem', { name: 'Alarm: Trygghetsboks 140' })).toBeAttached();
  await expect(row).toBeFocused();
  expect(await row.boundingBox()).toEqual(place);

  await page.keyboard.press('d');
  const details = row.getByRole('region', { name: /^Detaljer om alarmen/ });
  await expect(details.getByText('Ta alarmen, og følg opp tjenestemottakeren.')).toBeVisible();
  await expect(details.getByText('Alarmen ble mottatt')).toBeVisible();
  await expect(details.getByRole('region', { name: 'Siste 6 timer' }).getByText('Alarm')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('d');
  await expect(details).toHaveCount(0);
  await expect(row).toBeFocused();

  await page.keyboard.press('h');
  await expect(row.getByRole('button', { name: 'Ta alarmen' })).toBeFocused();
  await page.keyboard.press('t');
  await expect(row).toContainText('Du har tatt alarmen');
  await expect(row).toBeFocused();

  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByRole('radio').first());
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('Venter på');
  await expect(page.locator('[data-alarm]:focus-within, [data-alarm]:focus')).toHaveCount(1);

  await page.keyboard.press('r');
  await tabTo(page, dialog.getByRole('radio').first());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('[data-alarm]:focus')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-alarm]:focus')).toHaveCount(1);

  // A fall is worse than all of these: its row comes last while the focus is among them, and a key goes there.
  await send(141, 'manDown');
  const fall = page.getByRole('listitem', { name: 'Fall: Trygghetsboks 141' });
  await expect(fall).toBeAttached();
  await page.keyboard.press('n');
  await expect(fall).toBeFocused();
  await expect(fall).toBeInViewport();
});
