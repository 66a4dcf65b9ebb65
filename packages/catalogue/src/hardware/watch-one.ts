import { watch } from './families.ts';
import { watchOneSettings } from './shared-settings.ts';
import type { Hardware } from './types.ts';

/** Its tracking interval cannot be changed (specification 2, section 5). */
export const watchOne = {
  ...watch,
  dehaId: 11,
  key: 'watchOne',
  name: 'Watch One',
  detyName: 'watch one',
  capabilities: { ...watch.capabilities, display: false, fewTabs: true },
  settings: watchOneSettings,
} as const satisfies Hardware;
