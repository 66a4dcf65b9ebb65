import { stcbUnit } from './families.ts';
import type { Hardware } from './types.ts';

/** STCB hardware that the specification counts among the Gx8 family. */
export const homeStcb1 = {
  ...stcbUnit,
  dehaId: 32,
  key: 'homeStcb1',
  name: 'Home STCB1',
  detyName: 'home STCB1',
} as const satisfies Hardware;
