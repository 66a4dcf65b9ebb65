import { type Browser, chromium } from '@playwright/test';
import { type RunningVarde, type StartOptions, startVarde } from '../fixtures/varde.ts';
import { type Devices, switchOn } from './devices.ts';

export type Visit = (varde: RunningVarde, browser: Browser, devices: Devices) => Promise<void>;

/** Starts a Varde with the demo's devices on, visits it with a browser, and takes both away again. */
export async function withVarde(
  executablePath: string,
  options: Omit<StartOptions, 'fleet'>,
  visit: Visit,
): Promise<void> {
  const varde = await startVarde({ fleet: false, ...options });
  try {
    const devices = await switchOn(varde);
    const browser = await chromium.launch({ executablePath, args });
    await visit(varde, browser, devices).finally(() => browser.close());
    devices.close();
  } finally {
    await varde.dispose();
  }
}

const args = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // MapLibre draws with WebGL, graphics card or not
  '--enable-unsafe-swiftshader',
  '--use-gl=angle',
  '--use-angle=swiftshader',
];
