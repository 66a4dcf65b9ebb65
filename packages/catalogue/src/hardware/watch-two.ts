import { watch } from './families.ts';
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
} as const satisfies Hardware;
