import { tracker } from './families.ts';
import type { Hardware } from './types.ts';

export const trackTwo = {
  ...tracker,
  dehaId: 25,
  key: 'trackTwo',
  name: 'Track Two',
  detyName: 'track two',
  capabilities: { ...tracker.capabilities, locate: true },
} as const satisfies Hardware;
