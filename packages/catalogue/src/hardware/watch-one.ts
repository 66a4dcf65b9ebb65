import { watch } from './families.ts';
import type { Hardware } from './types.ts';

export const watchOne = {
  ...watch,
  dehaId: 11,
  key: 'watchOne',
  name: 'Watch One',
  detyName: 'watch one',
  capabilities: { ...watch.capabilities, display: false, fewTabs: true },
} as const satisfies Hardware;
