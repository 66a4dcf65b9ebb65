import { watch } from './families.ts';
import { healthSettings, watchTwoSettings } from './shared-settings.ts';
import type { Hardware } from './types.ts';

export const watchTwo = {
  ...watch,
  dehaId: 14,
  key: 'watchTwo',
  name: 'Watch Two',
  detyName: 'watch two',
  capabilities: {
    ...watch.capabilities,
    pedometer: true,
    wearDetection: true,
    health: true,
    requestHeartRate: true,
  },
  settings: { ...watchTwoSettings, ...healthSettings },
} as const satisfies Hardware;
