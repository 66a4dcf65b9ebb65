import { sotaFwnum, watch } from './families.ts';
import type { Hardware } from './types.ts';

export const watchSeven = {
  ...watch,
  dehaId: 34,
  key: 'watchSeven',
  name: 'Watch Seven',
  detyName: 'watch seven',
  capabilities: {
    ...watch.capabilities,
    wifiScan: { timeoutSeconds: 60 },
    sensors: ['baseStation', 'wristband'],
    pedometer: true,
    health: true,
    sotaFwnum,
  },
} as const satisfies Hardware;
