import { callbackSeconds, optionsOf, stcbCallbackSeconds } from '../option-lists.ts';
import type { SettingDefinition } from './types.ts';

/** A home unit's ways to reach others, and who reaches it (specification 1, section 9). */
export const communicationSettings = [
  {
    key: 'prefComMethod',
    group: 'communication',
    order: 10,
    kind: 'choice',
    options: [{ value: 0 }, { value: 1 }],
    default: 0,
  },
  {
    // How long a conversation by a DECT unit lasts at most.
    key: 'twoWayDECTTimer',
    group: 'communication',
    order: 20,
    kind: 'choice',
    unit: 's',
    options: [300, 600, 900, 1200].map((value) => ({ value })),
    default: 300,
  },
  {
    // 0: it does not answer by itself; else after so many rings.
    key: 'answerIncoming',
    group: 'communication',
    order: 30,
    kind: 'choice',
    options: [{ value: 0 }, { value: 1 }, { value: 2 }],
    default: 0,
  },
  {
    // How long after an alarm the unit lets the responder call in. STCB has steps of its own, and cannot turn it off.
    key: 'callbackTimer',
    group: 'communication',
    order: 40,
    kind: 'choice',
    unit: 's',
    options: optionsOf(callbackSeconds, stcbCallbackSeconds),
    default: 600,
  },
  {
    key: 'externalAntenna',
    group: 'communication',
    order: 50,
    kind: 'choice',
    options: [{ value: 0 }, { value: 1 }],
    default: 0,
  },
  {
    // No speech path opens while an alarm is sent (decisions, "Settings").
    key: 'silentActive',
    group: 'communication',
    order: 60,
    kind: 'toggle',
    default: false,
  },
] as const satisfies readonly SettingDefinition[];
