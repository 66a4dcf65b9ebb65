import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { demoFleet } from '@varde/server/demo/fleet';
import { createVirtualDevice } from '@varde/simulator/devices/virtual-device';
import { type PhoneProvider, startPhoneProvider } from '../fixtures/phone-provider.ts';
import { expectAccessibleInBothThemes, findDevices, logInByHand, openDetails } from '../fixtures/story.ts';
import { type RunningVarde, startVarde } from '../fixtures/varde.ts';

const kari = { name: 'Kari Lie', mobile: '+4791111111' };
const name = 'Tors klokke';

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

/** On the list of the watch is Kari alone, a next of kin with a PIN and every right. */
async function makeList(): Promise<void> {
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
  await page.getByRole('button', { name: 'Ny mottaker' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ny mottaker' });
  await dialog.getByLabel(/^Navn/).fill(kari.name);
  await dialog.getByLabel('Mobilnummer').fill(kari.mobile);
  await dialog.getByLabel('Pårørende', { exact: true }).check();
  const rights = dialog.getByRole('group', { name: 'Pårørende kan' });
  for (const right of ['Kontroll', 'Sporing', 'Tidsplan', 'Anrop', 'Bilde']) await rights.getByLabel(right).check();
  await dialog.getByRole('button', { name: 'Sett PIN-kode' }).click();
  await dialog.getByLabel('PIN-kode').fill('4711');
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Legg til' }).click();
  const row = page.getByRole('listitem').filter({ hasText: kari.name });
  await expect(row).toContainText('Pårørende: kontroll, sporing, tidsplan, anrop, bilde');
  const save = page.getByRole('region', { name: 'Mottakere' }).getByRole('button', { name: 'Lagre', exact: true });
  await save.click();
  await expect(save).toHaveCount(0);
  await expect(row).toContainText('PIN-kode');
}

test('[C6.28] a next of kin opens the link of an SMS on a phone, sees what the rights give, chooses hours, and takes the alarm with a PIN, a wrong one first; the console shows who has it, and the timeline the PIN', async ({
  browser,
}) => {
  await makeList();
  const watch = demoFleet.find((device) => device.name === name);
  if (watch?.protocol !== 'watch') throw new Error(`the demo has no watch ${name}`);
  const wire = createVirtualDevice({
    ...{ identity: watch.identity, protocol: 'watch', host: '127.0.0.1', port: varde.ports.watch },
  });
  await wire.connect();
  wire.pressSos();
  const told = () => provider.accepted.find(({ to }) => to === kari.mobile)?.text ?? '';
  await expect.poll(told, { timeout: 20_000 }).toContain('Du trenger PIN-koden din for å ta alarmen.');

  const phoneContext = await browser.newContext({ viewport: { width: 390, height: 800 } });
  const phone = await phoneContext.newPage();
  await phone.goto(/http\S+#\/shared\/\S+/.exec(told())?.[0] ?? '');
  await expect(phone.getByRole('heading', { name: 'For pårørende' })).toBeVisible();
  for (const fact of ['Siste kontakt', 'Batteri', 'Posisjon nå'])
    await expect(phone.getByText(fact, { exact: true })).toBeVisible();
  await phone.getByLabel('Bare en del av døgnet').check();
  await phone.getByLabel('Fra').fill('22:00');
  await phone.getByLabel('Til').fill('06:00');
  const saveHours = phone.getByRole('button', { name: 'Lagre tidene' });
  await phone.locator('form').filter({ has: saveHours }).getByLabel('PIN-koden din').fill('4711');
  await saveHours.click();
  await expect(phone.getByText('Tidene er lagret.')).toBeVisible();
  await expectAccessibleInBothThemes(phone);

  const pin = phone.getByLabel('PIN-koden din');
  await pin.fill('4712');
  await phone.getByRole('button', { name: 'Jeg tar den' }).click();
  await expect(phone.getByRole('alert')).toHaveText('Feil PIN-kode. 4 forsøk igjen.');
  await expectAccessibleInBothThemes(phone);
  await pin.fill('4711');
  await phone.getByRole('button', { name: 'Jeg tar den' }).click();
  await expect(phone.getByText(/^Du har tatt alarmen/)).toBeVisible();
  await phoneContext.close();

  const alarm = page.getByRole('listitem', { name: `Alarm: ${name}` });
  await openDetails(alarm);
  await expect(alarm.getByText(`Tatt av ${kari.name} (varslet)`)).toBeVisible();
  const steps = alarm.getByRole('listitem');
  const ofPin = steps.filter({ hasText: 'PIN-koden ble tastet' });
  await expect(ofPin).toHaveCount(2); // for the hours, and for the alarm
  const entered = ofPin.last();
  await expect(entered).toHaveAttribute('data-event', '10');
  await expect(entered).toContainText(`${kari.name}, ${kari.mobile}`);
  await expect(entered).toContainText('Med lenken i meldingen');
  await expect(steps.filter({ hasText: 'Tok alarmen' })).toContainText(kari.name);
  await page.reload();
  const receivers = page.getByRole('region', { name: 'Mottakere' }).getByRole('listitem');
  await expect(receivers).toContainText('kl. 22:00–06:00');
  wire.close();
});
