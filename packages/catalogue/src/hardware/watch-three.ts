import { watch } from './families.ts';
import type { Hardware } from './types.ts';

export const watchThree = {
  ...watch,
  dehaId: 17,
  key: 'watchThree',
  name: 'Watch Three',
  detyName: 'watch three',
} as const satisfies Hardware;
