import { pendant } from './families.ts';
import { ev07bSettings } from './shared-settings.ts';
import type { Hardware } from './types.ts';

/** The specification's "eview07B": manual tracking is always 30 minutes, a WiFi scan takes up to three minutes. */
export const triggerTwo4G = {
  ...pendant,
  dehaId: 23,
  key: 'triggerTwo4G',
  name: 'Trigger Two 4G',
  detyName: 'trigger two 4G',
  capabilities: {
    ...pendant.capabilities,
    findMe: true,
    tracking: { defaultMinutes: 30, adjustable: false },
    wifiScan: { timeoutSeconds: 180 },
  },
  settings: {
    ...ev07bSettings,
    buttonSensitivity: { options: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
    volumeLevel: { min: 1 },
    ringVolume: { max: 8, default: 5, unit: null },
    voicePromptSosAlarm: {
      turnedOffAtSave: true,
      warnings: [{ id: 'turnedOff', when: [{ key: 'voicePromptSosAlarm', equals: true }] }],
    },
  },
} as const satisfies Hardware;
