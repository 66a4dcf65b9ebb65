import { homeUnit } from './families.ts';
import type { Hardware } from './types.ts';

export const homeMax = {
  ...homeUnit,
  dehaId: 26,
  key: 'homeMax',
  name: 'Home Max',
  detyName: 'home max',
} as const satisfies Hardware;
