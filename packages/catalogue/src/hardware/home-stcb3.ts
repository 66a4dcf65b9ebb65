import { stcbUnit } from './families.ts';
import type { Hardware } from './types.ts';

export const homeStcb3 = {
  ...stcbUnit,
  dehaId: 33,
  key: 'homeStcb3',
  name: 'Home STCB3',
  detyName: 'home STCB3',
  capabilities: { ...stcbUnit.capabilities, gx8: false },
} as const satisfies Hardware;
