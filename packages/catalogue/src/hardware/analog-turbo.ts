import { other } from './families.ts';
import type { Hardware } from './types.ts';

export const analogTurbo = {
  ...other,
  dehaId: 7,
  key: 'analogTurbo',
  name: 'Analog Turbo',
  detyName: 'analog turbo',
  protocol: 'sms',
  icon: 'device-landline-phone',
  heartbeatMinutes: 1440,
} as const satisfies Hardware;
