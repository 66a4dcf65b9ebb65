import { pendant } from './families.ts';
import type { Hardware } from './types.ts';

export const triggerTwo = {
  ...pendant,
  dehaId: 4,
  key: 'triggerTwo',
  name: 'Trigger Two',
  detyName: 'trigger two',
} as const satisfies Hardware;
