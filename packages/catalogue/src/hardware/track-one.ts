import { tracker } from './families.ts';
import type { Hardware } from './types.ts';

export const trackOne = {
  ...tracker,
  dehaId: 3,
  key: 'trackOne',
  name: 'Track One',
  detyName: 'track one',
} as const satisfies Hardware;
