import { homeUnit } from './families.ts';
import type { Hardware } from './types.ts';

export const home = {
  ...homeUnit,
  dehaId: 13,
  key: 'home',
  name: 'Home',
  detyName: 'home',
  capabilities: { ...homeUnit.capabilities, choosesReceiver: true },
} as const satisfies Hardware;
