import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { demoFleet } from '@varde/server/demo/fleet';
import { createVirtualDevice } from '@varde/simulator/devices/virtual-device';
import { logInByHand } from '../fixtures/story.ts';
import { type RunningVarde, startVarde } from '../fixtures/varde.ts';

let varde: RunningVarde;
let context: BrowserContext;
let page: Page;
test.beforeAll(async ({ browser }) => {
  varde = await startVarde({ fleet: false });
  context = await browser.newContext();
  page = await context.newPage();
});
test.afterAll(async () => {
  await context.close();
  await varde.dispose();
});

test('after kill -9 and a restart, the alarm is there, the browser reconnects by itself, and the device is in contact again', async () => {
  const pendant = demoFleet.find(({ protocol }) => protocol === 'eview');
  if (pendant === undefined) throw new Error('the demo has no pendant');
  const wire = createVirtualDevice({
    identity: pendant.identity,
    protocol: 'eview',
    host: '127.0.0.1',
    port: varde.ports.eview,
  });
  await wire.connect();
  await logInByHand(page, varde, 'SUPERFIRM');
  await expect(page.getByText('60 enheter')).toBeVisible();
  let loads = 0;
  page.on('load', () => {
    loads++;
  });
  wire.pressSos();
  const row = page.getByRole('listitem', { name: `Alarm: ${pendant.name}` });
  await expect(row).toBeVisible();
  await expect.poll(() => wire.unacknowledged).toEqual([]);

  await varde.kill();
  await expect(page.getByText(/^Ingen kontakt siden kl\. \d\d:\d\d\./)).toBeVisible();
  wire.pressSos(); // the device keeps it until it is acknowledged
  await varde.start();

  await expect(page.getByText(/^Ingen kontakt siden/)).toHaveCount(0, { timeout: 40_000 });
  await expect(row.getByText('utløst 2 ganger')).toBeVisible({ timeout: 40_000 });
  expect(loads).toBe(0);
  wire.close();
});
