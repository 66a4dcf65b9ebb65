import { homeUnit } from './families.ts';
import type { Hardware } from './types.ts';

/** It has a limit of inactivity of its own, beside that which Varde judges by its sensors. */
export const homeDt35 = {
  ...homeUnit,
  dehaId: 22,
  key: 'homeDt35',
  name: 'Home DT35',
  detyName: 'home DT35',
  settings: { ...homeUnit.settings, userInactivityLimit: {} },
} as const satisfies Hardware;
