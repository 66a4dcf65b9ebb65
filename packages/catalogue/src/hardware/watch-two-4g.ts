import { watch } from './families.ts';
import type { Hardware } from './types.ts';
import { watchTwo } from './watch-two.ts';

/** Shares the settings of watch two (decisions "Hardware"). */
export const watchTwo4G = {
  ...watch,
  dehaId: 45,
  key: 'watchTwo4G',
  name: 'Watch Two 4G',
  detyName: 'watch two 4G',
  capabilities: { ...watch.capabilities, pedometer: true, wearDetection: true },
  settings: watchTwo.settings,
} as const satisfies Hardware;
