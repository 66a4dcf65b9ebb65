import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { demoFleet } from '@varde/server/demo/fleet';
import { createVirtualDevice } from '@varde/simulator/devices/virtual-device';
import { type PhoneProvider, startPhoneProvider } from '../fixtures/phone-provider.ts';
import { expectAccessibleInBothThemes, findDevices, logInByHand, openDetails, showAlarm } from '../fixtures/story.ts';
import { type RunningVarde, startVarde } from '../fixtures/varde.ts';

const kari = { name: 'Kari Vakt', mobile: '+4791111111' };

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

const row = () => page.getByRole('region', { name: 'Mottakere' }).getByRole('listitem').filter({ hasText: kari.name });

/** The list of a watch has Kari alone. */
async function listKari(watch: string): Promise<void> {
  await page.goto(`${varde.url}/#/vardes`);
  await findDevices(page, watch);
  await page
    .getByRole('row')
    .filter({ hasText: watch })
    .getByRole('link', { name: /^Varslingsliste/ })
    .click();
  await page.getByRole('button', { name: 'Lag egen liste' }).click();
  const inherited = page.getByRole('button', { name: /^Fjern / });
  while ((await inherited.count()) > 0) await inherited.first().click();
  await page.getByRole('button', { name: 'Ny mottaker' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ny mottaker' });
  await dialog.getByLabel(/^Navn/).fill(kari.name);
  await dialog.getByLabel('Mobilnummer').fill(kari.mobile);
  await dialog.getByRole('button', { name: 'Legg til' }).click();
  const save = page.getByRole('region', { name: 'Mottakere' }).getByRole('button', { name: 'Lagre', exact: true });
  await save.click();
  await expect(save).toHaveCount(0);
}

const texts = () => provider.accepted.filter(({ to }) => to === kari.mobile).map(({ text }) => text);
const ofAlarm = () => texts().filter((text) => text.includes('#/shared/'));
const question = () => texts().find((text) => text.includes('#/confirm_number/')) ?? '';

test('a number that another family had first gets the first message of an alarm, and the others once its owner has confirmed it on the phone', async ({
  browser,
}) => {
  await listKari('Tors klokke');
  await expect(row().getByText(/Venter på bekreftelse/)).toHaveCount(0);
  await listKari('Åses klokke');
  await expect(row().getByText(/Venter på bekreftelse/)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: `Spør på nytt: ${kari.name}` }).click();
  await expect(row().getByText(/spurt det siste døgnet/)).toBeVisible();
  await expect.poll(question, { timeout: 20_000 }).toContain('Privatkunde Åse vil varsle deg');

  const watch = demoFleet.find((device) => device.name === 'Åses klokke');
  if (watch?.protocol !== 'watch') throw new Error('the demo has no such watch');
  const wire = createVirtualDevice({
    ...{ identity: watch.identity, protocol: 'watch', host: '127.0.0.1', port: varde.ports.watch },
  });
  await wire.connect();
  wire.pressSos();
  await expect.poll(ofAlarm, { timeout: 20_000 }).toHaveLength(1);
  const alarm = page.getByRole('listitem', { name: 'Alarm: Åses klokke' });
  await showAlarm(alarm);
  // A claim that is released begins the list anew.
  const again = async () => {
    await alarm.getByRole('button', { name: 'Ta alarmen' }).click();
    await alarm.getByRole('button', { name: 'Slipp alarmen' }).click();
  };
  await again();
  await openDetails(alarm);
  const timeline = alarm.getByRole('list', { name: 'Tidslinje' });
  await expect(timeline).toContainText(`${kari.name} (nummeret er ikke bekreftet)`);
  expect(ofAlarm()).toHaveLength(1);

  const phoneContext = await browser.newContext({ viewport: { width: 390, height: 800 } });
  const phone = await phoneContext.newPage();
  await phone.goto(/http\S+#\/confirm_number\/\S+/.exec(question())?.[0] ?? '');
  await expect(phone.getByText(/Privatkunde Åse vil varsle deg .*111/)).toBeVisible();
  await expectAccessibleInBothThemes(phone);
  await phone.getByRole('button', { name: 'Bekreft nummeret' }).click();
  await expect(phone.getByText('Nummeret er bekreftet. Privatkunde Åse kan varsle deg ved alarm.')).toBeVisible();
  await phoneContext.close();

  await again();
  await expect.poll(ofAlarm, { timeout: 20_000 }).toHaveLength(2);
  await page.reload();
  await expect(row()).toBeVisible();
  await expect(row().getByText(/Venter på bekreftelse/)).toHaveCount(0);
  wire.close();
});
