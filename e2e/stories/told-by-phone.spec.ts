import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { demoFleet } from '@varde/server/demo/fleet';
import { createVirtualDevice, type VirtualDevice } from '@varde/simulator/devices/virtual-device';
import { type PhoneProvider, startPhoneProvider } from '../fixtures/phone-provider.ts';
import { findDevices, logInByHand, openDetails } from '../fixtures/story.ts';
import { type RunningVarde, startVarde } from '../fixtures/varde.ts';

const kari = { name: 'Kari Vakt', mobile: '+4791111111' };
const ola = { name: 'Ola Nabo', mobile: '+4792222222' };

let provider: PhoneProvider;
let varde: RunningVarde;
let context: BrowserContext;
let page: Page;
test.beforeAll(async ({ browser }) => {
  provider = await startPhoneProvider();
  varde = await startVarde({ fleet: false, env: provider.envFor });
  context = await browser.newContext();
  page = await context.newPage();
  await logInByHand(page, varde, 'SUPERFIRM');
});
test.afterAll(async () => {
  await context.close();
  await varde.dispose();
  await provider.close();
});

/** A watch of the demo, and a list on which Kari is told by SMS and a call, then Ola by SMS. */
async function watchWithList(name: string, wait = 6): Promise<VirtualDevice> {
  const watch = demoFleet.find((device) => device.name === name);
  if (watch?.protocol !== 'watch') throw new Error(`the demo has no watch ${name}`);
  await page.goto(`${varde.url}/#/vardes`);
  await findDevices(page, name);
  await page
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('link', { name: /^Varslingsliste/ })
    .click();
  await page.getByRole('button', { name: 'Lag egen liste' }).click();
  const inherited = page.getByRole('button', { name: /^Fjern / });
  while ((await inherited.count()) > 0) await inherited.first().click();
  for (const [{ name: receiver, mobile }, isCalled, waitSeconds] of [
    [kari, true, wait],
    [ola, false, 600],
  ] as const) {
    await page.getByRole('button', { name: 'Ny mottaker' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ny mottaker' });
    await dialog.getByLabel(/^Navn/).fill(receiver);
    if (isCalled) await dialog.getByLabel('Anrop').check();
    await dialog.getByLabel('Mobilnummer').fill(mobile);
    await dialog.getByLabel(/^Ventetid/).fill(String(waitSeconds));
    await dialog.getByRole('button', { name: 'Legg til' }).click();
  }
  const save = page.getByRole('region', { name: 'Mottakere' }).getByRole('button', { name: 'Lagre', exact: true });
  await save.click();
  await expect(save).toHaveCount(0);
  const wire = createVirtualDevice({
    ...{ identity: watch.identity, protocol: 'watch', host: '127.0.0.1', port: varde.ports.watch },
  });
  await wire.connect();
  return wire;
}
const handed = () => provider.accepted.map(({ kind, to }) => `${kind} ${to}`);
const alarmOf = (name: string) => page.getByRole('listitem', { name: `Alarm: ${name}` });

/** The receiver opens the link of the SMS on a phone and takes the alarm. Resolves when the phone says so. */
async function takeByLink(browser: Browser, { mobile }: { mobile: string }): Promise<void> {
  const text = provider.accepted.findLast(({ kind, to }) => kind === 'sms' && to === mobile)?.text ?? '';
  const phoneContext = await browser.newContext({ viewport: { width: 390, height: 800 } });
  const phone = await phoneContext.newPage();
  await phone.goto(/http\S+#\/shared\/\S+/.exec(text)?.[0] ?? '');
  await phone.getByRole('button', { name: 'Jeg tar den' }).click();
  await expect(phone.getByRole('status')).toHaveText(/^Du har tatt alarmen/);
  await phoneContext.close();
}

/** All steps of the timeline of an open alarm, in their order: nobody came to Kari's telephone, Ola took the alarm, and the wearer knows. */
const whole = [
  /Alarmen ble utløst/,
  /Alarmen ble mottatt/,
  /Varslingen startet.*Etter enhetens egen liste/,
  new RegExp(`Varsles.*Kari Vakt, \\${kari.mobile}.*SMS sendt`),
  new RegExp(`Ringte privat mottaker.*Kari Vakt, \\${kari.mobile}.*Ikke besvart`),
  new RegExp(`Ingen svarte.*Kari Vakt, \\${kari.mobile}`),
  new RegExp(`Varslet.*Ola Nabo, \\${ola.mobile}.*SMS sendt`),
  new RegExp(`Tok alarmen.*Ola Nabo, \\${ola.mobile}.*lenken`),
  /Enheten mottok melding om at alarmen er tatt/,
  /^Alarmen er aktiv/,
];
async function expectWholeTimeline(alarm: Locator): Promise<void> {
  const steps = alarm.getByRole('list', { name: 'Tidslinje' }).getByRole('listitem');
  await expect(steps).toHaveText(whole);
}

test('an SOS is told by SMS and a call; nobody answers, and the next receiver takes it by the link on a phone, which the timeline tells whole', async ({
  browser,
}) => {
  const wire = await watchWithList('Trygghetsklokke 006');
  await expect(page.getByText('først Kari Vakt (SMS og anrop), etter 6 s Ola Nabo (SMS)')).toBeVisible();
  wire.pressSos();
  await expect.poll(handed, { timeout: 20_000 }).toContain(`call ${kari.mobile}`);
  await provider.hangUp(kari.mobile, 'no-answer');
  await expect.poll(handed, { timeout: 20_000 }).toContain(`sms ${ola.mobile}`);
  await takeByLink(browser, ola);

  const alarm = alarmOf('Trygghetsklokke 006');
  await openDetails(alarm);
  await expect(alarm.getByText('Tatt av Ola Nabo (varslet)')).toBeVisible();
  await expectWholeTimeline(alarm);
  wire.close();
});

test('the same with kill -9 of the server between the two receivers: each is told once, and the timeline is as whole', async ({
  browser,
}) => {
  const wire = await watchWithList('Trygghetsklokke 001', 30); // longer than a start of the server
  const before = provider.accepted.length;
  wire.pressSos();
  await expect
    .poll(() => handed().slice(before).toSorted(), { timeout: 20_000 })
    .toEqual([`call ${kari.mobile}`, `sms ${kari.mobile}`]);
  // The provider has them; that Varde knows it as well ends the doubt in which a kill would tell Kari twice.
  const alarm = alarmOf('Trygghetsklokke 001');
  await openDetails(alarm);
  const told = alarm.getByRole('region', { name: 'Varslingsliste' });
  await expect(told.getByText(/^SMS sendt/)).toBeVisible();
  await expect(told.getByText(/^Ringer/)).toBeVisible();
  await varde.kill();
  await varde.start();
  await provider.hangUp(kari.mobile, 'no-answer');
  await expect.poll(() => handed().slice(before), { timeout: 90_000 }).toContain(`sms ${ola.mobile}`);
  await takeByLink(browser, ola);
  await expect(alarm.getByText('Tatt av Ola Nabo (varslet)')).toBeVisible({ timeout: 40_000 });
  await expectWholeTimeline(alarm);
  expect(handed().slice(before).toSorted()).toEqual([`call ${kari.mobile}`, `sms ${kari.mobile}`, `sms ${ola.mobile}`]);
  wire.close();
});

test('who is called hears the alarm and takes it by a key, and the timeline has the call from its beginning to its end', async () => {
  const wire = await watchWithList('Trygghetsklokke 002');
  const before = provider.accepted.length;
  wire.pressSos();
  await expect.poll(() => handed().slice(before), { timeout: 20_000 }).toContain(`call ${kari.mobile}`);
  const [asked, taken] = await provider.answer(kari.mobile, '1');
  expect(asked).toContain('Trykk 1 for å ta alarmen');
  expect(taken).toContain('Du har tatt alarmen: Trygghetsklokke 002.');
  const alarm = alarmOf('Trygghetsklokke 002');
  await openDetails(alarm);
  await expect(alarm.getByText('Tatt av Kari Vakt (varslet)')).toBeVisible();
  const steps = alarm.getByRole('list', { name: 'Tidslinje' }).getByRole('listitem');
  for (const step of [
    /Ringte privat mottaker.*Besvart/,
    /Privat mottaker svarte/,
    /Tok alarmen.*tast/,
    /Samtalen ble avsluttet/,
  ])
    await expect(steps.filter({ hasText: step })).toHaveCount(1);
  wire.close();
});
