import { watch } from './families.ts';
import { healthSettings, pedometerSettings, watchSettings } from './shared-settings.ts';
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
  },
  settings: { ...watchSettings, ...healthSettings, ...pedometerSettings },
} as const satisfies Hardware;
