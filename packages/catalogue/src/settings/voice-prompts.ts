import type { SettingDefinition } from './types.ts';

const prompt = { group: 'voicePrompt', kind: 'toggle', default: true } as const;

/** What a home unit says aloud, one for each event (specification 2, section 2 "Status bar and reports"). */
export const voicePromptSettings = [
  { ...prompt, key: 'voicePromptAlarm', order: 10 },
  { ...prompt, key: 'voicePromptCallback', order: 20 },
  { ...prompt, key: 'voicePromptFallAlarm', order: 30 },
  { ...prompt, key: 'voicePromptWandererAlarm', order: 40 },
  { ...prompt, key: 'voicePromptOutOfBed', order: 50 },
  { ...prompt, key: 'voicePromptAcFailure', order: 60 },
  { ...prompt, key: 'voicePromptAcRestore', order: 70 },
] as const satisfies readonly SettingDefinition[];
