import { watch } from './families.ts';
import { healthSettings, pedometerSettings, watchSettings } from './shared-settings.ts';
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
  },
  settings: { ...watchSettings, ...healthSettings, ...pedometerSettings },
} as const satisfies Hardware;
