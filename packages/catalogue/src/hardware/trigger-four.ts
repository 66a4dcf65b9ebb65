import { pendant } from './families.ts';
import type { Hardware } from './types.ts';

export const triggerFour = {
  ...pendant,
  dehaId: 15,
  key: 'triggerFour',
  name: 'Trigger Four',
  detyName: 'trigger four',
  capabilities: { ...pendant.capabilities, findMe: true },
} as const satisfies Hardware;
