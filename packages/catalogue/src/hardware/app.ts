import { osmand } from './families.ts';
import type { Hardware } from './types.ts';

export const app = {
  ...osmand,
  dehaId: 2,
  key: 'app',
  name: 'App',
  detyName: 'app',
  family: 'app',
  icon: 'device-mobile',
} as const satisfies Hardware;
