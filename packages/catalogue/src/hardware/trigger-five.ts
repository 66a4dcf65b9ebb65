import { pendant } from './families.ts';
import type { Hardware } from './types.ts';

export const triggerFive = {
  ...pendant,
  dehaId: 16,
  key: 'triggerFive',
  name: 'Trigger Five',
  detyName: 'trigger five',
  capabilities: { ...pendant.capabilities, findMe: true },
} as const satisfies Hardware;
