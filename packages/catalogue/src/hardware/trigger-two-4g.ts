import { signalScales } from '../signal.ts';
import { ev07bSettings } from './shared-settings.ts';
import { eviewSmsCommands } from './sms-commands.ts';
import { type Hardware, noCapabilities } from './types.ts';

/** The specification's "eview07B": manual tracking is always 30 minutes, a WiFi scan takes up to three minutes. */
export const triggerTwo4G = {
  dehaId: 23,
  key: 'triggerTwo4G',
  name: 'Trigger Two 4G',
  detyName: 'trigger two 4G',
  family: 'trigger',
  protocol: 'eview',
  alarmProtocols: [],
  icon: 'circle-dot',
  capabilities: {
    ...noCapabilities,
    positioning: true,
    findMe: true,
    locate: true,
    tracking: { defaultMinutes: 30, adjustable: false },
    smsCommands: eviewSmsCommands,
    wifiScan: { timeoutSeconds: 180 },
  },
  signalScale: signalScales.mobile,
  heartbeatMinutes: 5,
  settings: { ...ev07bSettings, volumeLevel: { min: 1 } },
} as const satisfies Hardware;
