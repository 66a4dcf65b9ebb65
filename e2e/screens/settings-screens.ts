import type { Browser } from '@playwright/test';
import { deviceTabsFor } from '@varde/catalogue/device-tabs';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import type { RunningVarde } from '../fixtures/varde.ts';
import { createCamera } from './camera.ts';

/** One of each family: pendant, tracker, watch with a display, watch without, home unit. */
const kinds = [23, 25, 34, 11, 26];

/** Every tab with settings, of one kind of hardware of each family. */
export async function takeSettings(varde: RunningVarde, browser: Browser, folder: string): Promise<void> {
  const camera = await createCamera(browser, varde, 'SUPERFIRM', folder);
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { devices } = await call(api.devices.listDevices, { query: {} });
  for (const dehaId of kinds) {
    const [device, hardware] = [devices.find((each) => each.dehaId === dehaId), hardwareById(dehaId)];
    if (device === undefined || hardware === undefined) throw new Error(`the demo has no hardware ${dehaId}`);
    const { fiwaNum, announced } = await call(api.settings.getSettings, { params: { deviId: device.deviId } });
    const open = deviceTabsFor({
      ...{ hardware, fiwaNum, announced, twin: 'NONE', ownerIsPrivate: false, flags: [] },
      may: (policy) => !['DEVICE_INFO', 'DEVICE_INDOOR', 'DEVICE_SENSOR', 'DEVICE_ORGANIZATION'].includes(policy),
    });
    for (const { key, place } of open.filter((tab) => tab.key !== 'general')) {
      const inGeneral = place === 'general' && hardware.family !== 'home';
      const address = `/settings/${device.deviId}/${dehaId}/${inGeneral ? 'general/' : ''}${key}`;
      await camera.take(`settings-${hardware.key}-${key}`, address, (page) =>
        page.getByRole('main').locator('select, input').first().waitFor({ timeout: 10_000 }),
      );
    }
  }
  await camera.close();
}
