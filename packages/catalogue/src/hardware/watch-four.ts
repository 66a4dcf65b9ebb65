import { watch } from './families.ts';
import type { Hardware } from './types.ts';

export const watchFour = {
  ...watch,
  dehaId: 24,
  key: 'watchFour',
  name: 'Watch Four',
  detyName: 'watch four',
} as const satisfies Hardware;
