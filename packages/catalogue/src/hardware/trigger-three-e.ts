import { pendant } from './families.ts';
import type { Hardware } from './types.ts';

export const triggerThreeE = {
  ...pendant,
  dehaId: 21,
  key: 'triggerThreeE',
  name: 'Trigger Three E',
  detyName: 'trigger three E',
} as const satisfies Hardware;
