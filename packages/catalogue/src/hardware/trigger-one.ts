import { pendant } from './families.ts';
import type { Hardware } from './types.ts';

export const triggerOne = {
  ...pendant,
  dehaId: 1,
  key: 'triggerOne',
  name: 'Trigger One',
  detyName: 'trigger one',
} as const satisfies Hardware;
