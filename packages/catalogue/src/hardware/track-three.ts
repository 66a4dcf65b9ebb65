import { tracker } from './families.ts';
import type { Hardware } from './types.ts';

export const trackThree = {
  ...tracker,
  dehaId: 8,
  key: 'trackThree',
  name: 'Track Three',
  detyName: 'track three',
} as const satisfies Hardware;
