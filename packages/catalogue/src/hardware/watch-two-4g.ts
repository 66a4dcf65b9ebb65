import { sotaFwnum, watch } from './families.ts';
import type { Hardware } from './types.ts';

export const watchTwo4G = {
  ...watch,
  dehaId: 45,
  key: 'watchTwo4G',
  name: 'Watch Two 4G',
  detyName: 'watch two 4G',
  capabilities: { ...watch.capabilities, pedometer: true, wearDetection: true, sotaFwnum },
} as const satisfies Hardware;
