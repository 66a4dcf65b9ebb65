import { other } from './families.ts';
import type { Hardware } from './types.ts';

export const eliza = {
  ...other,
  dehaId: 44,
  key: 'eliza',
  name: 'Eliza',
  detyName: 'Eliza',
  protocol: 'mqtt',
  icon: 'message',
  heartbeatMinutes: 60,
} as const satisfies Hardware;
