import { sotaFwnum, watch } from './families.ts';
import { watchTwo4GSettings } from './shared-settings.ts';
import type { Hardware } from './types.ts';

/** Shares the settings of watch two (decisions "Hardware"), but for what it does not measure. */
export const watchTwo4G = {
  ...watch,
  dehaId: 45,
  key: 'watchTwo4G',
  name: 'Watch Two 4G',
  detyName: 'watch two 4G',
  capabilities: { ...watch.capabilities, pedometer: true, wearDetection: true, sotaFwnum },
  settings: watchTwo4GSettings,
} as const satisfies Hardware;
