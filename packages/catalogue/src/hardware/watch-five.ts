import { sotaFwnum, watch } from './families.ts';
import type { Hardware } from './types.ts';

export const watchFive = {
  ...watch,
  dehaId: 29,
  key: 'watchFive',
  name: 'Watch Five',
  detyName: 'watch five',
  capabilities: {
    ...watch.capabilities,
    wifiScan: { timeoutSeconds: 60 },
    sensors: ['baseStation', 'wristband'],
    pedometer: true,
    health: true,
    requestHeartRate: true,
    sotaFwnum,
  },
} as const satisfies Hardware;
