import { sotaFwnum, watch } from './families.ts';
import { healthSettings, healthWatchSettings } from './shared-settings.ts';
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
  settings: { ...healthWatchSettings, ...healthSettings },
} as const satisfies Hardware;
