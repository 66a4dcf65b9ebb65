import { pendant } from './families.ts';
import type { Hardware } from './types.ts';

/** The specification's "eview07B": manual tracking is always 30 minutes, a WiFi scan takes up to three minutes. */
export const triggerTwo4G = {
  ...pendant,
  dehaId: 23,
  key: 'triggerTwo4G',
  name: 'Trigger Two 4G',
  detyName: 'trigger two 4G',
  capabilities: {
    ...pendant.capabilities,
    findMe: true,
    tracking: { ...pendant.capabilities.tracking, defaultMinutes: 30, adjustable: false },
    wifiScan: { timeoutSeconds: 180 },
  },
} as const satisfies Hardware;
