import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { api } from '@varde/contract/api';
import { demoFleet } from '@varde/server/demo/fleet';
import { createVirtualDevice } from '@varde/simulator/devices/virtual-device';
import { logIn } from '../fixtures/api.ts';
import { type PhoneProvider, startPhoneProvider } from '../fixtures/phone-provider.ts';
import { logInByHand, openDetails } from '../fixtures/story.ts';
import { type RunningVarde, startVarde } from '../fixtures/varde.ts';

const mobile = '+4791111111';
const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 1024, height: 768 },
  desktop: { width: 1600, height: 900 },
};

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

const alarmOf = (name: string) => page.getByRole('listitem', { name: `Alarm: ${name}` });

/** A watch whose alarms are told to Kari alone, by SMS. */
async function watchWithList(name: string) {
  const watch = demoFleet.find((device) => device.name === name);
  if (watch?.protocol !== 'watch') throw new Error(`the demo has no watch ${name}`);
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { devices } = await call(api.devices.listDevices, { query: { search: name } });
  const deviId = devices.find(({ deviceName }) => deviceName === name)?.deviId ?? 0;
  const { rev } = await call(api.eventSetup.getEventSetup, { params: { deviId } });
  const kari = { name: 'Kari Vakt', mobile, email: null, channels: ['sms' as const], waitSeconds: 600 };
  const receivers = [{ ...kari, events: [], hours: null, userId: null, language: 'nb' as const, nextOfKin: null }];
  await call(api.eventSetup.saveEventSetup, {
    params: { deviId },
    body: { rev, receivers, repeats: 0, pauseSeconds: 300, continueAbove: false },
  });
  const { identity } = watch;
  const wire = createVirtualDevice({
    ...{ identity, protocol: 'watch' as const, host: '127.0.0.1', port: varde.ports.watch },
  });
  await wire.connect();
  return wire;
}

test('an alarm says on a phone, a tablet and a desktop whom it has reached, and no more than that', async () => {
  test.setTimeout(180_000);
  const wire = await watchWithList('Tors klokke');
  await page.goto(`${varde.url}/#/vardes`);
  provider.isDown = true;
  wire.pressSos();
  const alarm = alarmOf('Tors klokke');
  const expectEverywhere = async (row: string, message: RegExp, areAllTold: boolean) => {
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size);
      await expect(alarm.getByText(row, { exact: true }).first()).toBeVisible({ timeout: 40_000 });
      const list = alarm.getByRole('region', { name: 'Varslingsliste' });
      await expect(list.getByText(message)).toBeVisible({ timeout: 40_000 });
      await expect(alarm.getByText('Alle på listen er varslet')).toHaveCount(areAllTold ? 1 : 0);
    }
  };
  await expect(alarm).toBeVisible();
  await openDetails(alarm);
  await expectEverywhere('Ingen er nådd', /^SMS venter på sending siden kl/, false);
  provider.isDown = false;
  await expectEverywhere('Ingen er nådd', /^SMS sendt kl/, false);
  await provider.report(mobile, 'delivered');
  await expectEverywhere('1 er nådd', /^SMS levert kl/, true);
  wire.close();
});
