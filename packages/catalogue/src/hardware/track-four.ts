import { tracker } from './families.ts';
import type { Hardware } from './types.ts';

export const trackFour = {
  ...tracker,
  dehaId: 31,
  key: 'trackFour',
  name: 'Track Four',
  detyName: 'track four',
  capabilities: {
    ...tracker.capabilities,
    wifiScan: { timeoutSeconds: 60 },
    sensors: ['baseStation', 'wristband'],
  },
} as const satisfies Hardware;
