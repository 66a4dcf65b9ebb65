import { watch } from './families.ts';
import type { Hardware } from './types.ts';

export const watchSix = {
  ...watch,
  dehaId: 30,
  key: 'watchSix',
  name: 'Watch Six',
  detyName: 'watch six',
} as const satisfies Hardware;
