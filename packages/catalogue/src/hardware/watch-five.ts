import { sotaFwnum, watch } from './families.ts';
import { healthSettings, healthWatchSettings } from './shared-settings.ts';
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
  settings: {
    ...healthWatchSettings,
    ...healthSettings,
    watchTheme: { announced: 'extension' },
    teamAlert: { announced: 'extension', learn: 'teamAlertLearnUrlWatchFive' },
  },
} as const satisfies Hardware;
