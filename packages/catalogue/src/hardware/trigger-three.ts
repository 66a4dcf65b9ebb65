import { pendant } from './families.ts';
import type { Hardware } from './types.ts';

export const triggerThree = {
  ...pendant,
  dehaId: 5,
  key: 'triggerThree',
  name: 'Trigger Three',
  detyName: 'trigger three',
} as const satisfies Hardware;
