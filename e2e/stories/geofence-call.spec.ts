import { expect, type Page, test } from '@playwright/test';
import { api } from '@varde/contract/api';
import { demoFleet } from '@varde/server/demo/fleet';
import { createVirtualDevice } from '@varde/simulator/devices/virtual-device';
import { logIn } from '../fixtures/api.ts';
import { type PhoneProvider, startPhoneProvider } from '../fixtures/phone-provider.ts';
import { expectAccessibleInBothThemes, logInByHand, openDetails } from '../fixtures/story.ts';
import { type RunningVarde, startVarde } from '../fixtures/varde.ts';

const kari = { name: 'Kari Vakt', mobile: '+4791111111' };
const name = 'Trygghetsalarm 003';

let provider: PhoneProvider;
let varde: RunningVarde;
test.beforeAll(async () => {
  provider = await startPhoneProvider();
  varde = await startVarde({ fleet: false, env: provider.envFor });
});
test.afterAll(async () => {
  await varde.dispose();
  await provider.close();
});

/** The device has a list on which Kari is told by SMS alone. Resolves to the address of its geofence tab. */
async function toldBySms(): Promise<string> {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { devices } = await call(api.devices.listDevices, { query: { search: name } });
  const [device] = devices;
  if (device === undefined) throw new Error(`no device ${name}`);
  const { deviId, dehaId } = device;
  await call(api.eventSetup.saveEventSetup, {
    params: { deviId },
    body: {
      rev: 0,
      receivers: [{ ...kari, email: null, events: [], channels: ['sms'], hours: null, waitSeconds: 60 }],
    },
  });
  return `${varde.url}/#/settings/${deviId}/${dehaId}/geofence`;
}

/** The forms of the tab: of a fence, and of the settings of the device. */
const saveIn = (page: Page) => page.getByRole('button', { name: 'Lagre', exact: true });

test('a delay and a call are chosen for a device; its wearer leaves, and when the delay has passed the receiver gets the SMS of the list and a call, which the timeline explains [C3.32 D7.021]', async ({
  page,
}) => {
  const device = demoFleet.find((one) => one.name === name);
  if (device === undefined) throw new Error(`the demo has no ${name}`);
  const { identity, protocol, lat, lng } = device;
  const wire = createVirtualDevice({
    ...{ identity, protocol, host: '127.0.0.1', port: varde.ports[protocol], home: { lat, lng } },
  });
  await wire.connect();
  wire.sendPosition({ lat, lng });
  await logInByHand(page, varde, 'SUPERFIRM');
  await page.goto(await toldBySms());

  await page.getByRole('button', { name: 'Ny geofence' }).click();
  await page.getByLabel('Navn', { exact: true }).fill('Hagen');
  await page.getByLabel('Sentrum').fill(`${lat}, ${lng}`);
  await page.getByLabel('Radius').fill('150');
  await page.getByLabel('I bruk', { exact: true }).click();
  await saveIn(page).first().click();
  await expect(page.getByText('Hagen er lagret.')).toBeVisible();
  await page.getByRole('button', { name: 'Lukk geofencen' }).click();

  for (const label of ['Forsinkelse om dagen', 'Forsinkelse om natten'])
    await page.getByRole('textbox', { name: label }).fill('1');
  await page.getByRole('switch', { name: 'Ring ved alle alarmer' }).click();
  await saveIn(page).click();
  await expect(page.getByText('Innstillingene er lagret')).toBeVisible();
  await expect(page.getByText(/^Varde kan ikke ringe/)).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Forsinkelse om dagen' })).toHaveValue('1 min');
  await expect(page.getByRole('switch', { name: 'Ring ved alle alarmer' })).toBeChecked();

  const left = Date.now();
  const handed = () => provider.accepted.map(({ kind, to }) => `${kind} ${to}`).toSorted();
  await expect(async () => {
    wire.sendPosition({ lat: lat + 600 / 111_195, lng });
    expect(handed()).toEqual([`call ${kari.mobile}`, `sms ${kari.mobile}`]);
  }).toPass({ timeout: 150_000, intervals: [4_000] });
  expect(Date.now() - left, 'milliseconds from leaving to the call').toBeGreaterThan(59_000);

  await page.goto(`${varde.url}/#/vardes`);
  const alarm = page.getByRole('listitem', { name: `Ut av geofence: ${name}` });
  await expect(alarm).toContainText('«Hagen»');
  await openDetails(alarm);
  const steps = alarm.getByRole('list', { name: 'Tidslinje' }).getByRole('listitem');
  const asked = steps.filter({ hasText: 'Ringes i tillegg, slik enheten er satt opp' });
  await expect(asked).toHaveCount(1);
  await expect(asked).toContainText('Ringer privat mottaker');
  const [, taken] = await provider.answer(kari.mobile, '1');
  expect(taken).toContain('Du har tatt alarmen');
  await expect(alarm.getByText('Tatt av Kari Vakt (varslet)')).toBeVisible();
  await expect(asked).toContainText('Ringte privat mottaker');
  wire.close();
});
