import { other } from './families.ts';
import type { Hardware } from './types.ts';

export const help = {
  ...other,
  dehaId: 20,
  key: 'help',
  name: 'Help',
  detyName: 'help',
  protocol: 'http',
  icon: 'lifebuoy',
  heartbeatMinutes: 1440,
} as const satisfies Hardware;
