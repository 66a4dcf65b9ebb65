import { osmand } from './families.ts';
import type { Hardware } from './types.ts';

export const gtxSole = {
  ...osmand,
  dehaId: 28,
  key: 'gtxSole',
  name: 'GTX Sole',
  detyName: 'GTX sole',
  family: 'track',
  icon: 'shoe',
} as const satisfies Hardware;
