import { signalScales } from '../signal.ts';
import { ev07bSettings } from './shared-settings.ts';
import { eviewSmsCommands } from './sms-commands.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const trackThree = {
  dehaId: 8,
  key: 'trackThree',
  name: 'Track Three',
  detyName: 'track three',
  family: 'track',
  protocol: 'eview',
  alarmProtocols: [],
  icon: 'current-location',
  capabilities: {
    ...noCapabilities,
    positioning: true,
    findMe: true,
    tracking: { defaultMinutes: 60, adjustable: true },
    smsCommands: eviewSmsCommands,
  },
  signalScale: signalScales.mobile,
  heartbeatMinutes: 5,
  settings: ev07bSettings,
} as const satisfies Hardware;
