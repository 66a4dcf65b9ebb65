import { homeUnit } from './families.ts';
import type { Hardware } from './types.ts';

export const homeDt35 = {
  ...homeUnit,
  dehaId: 22,
  key: 'homeDt35',
  name: 'Home DT35',
  detyName: 'home DT35',
} as const satisfies Hardware;
