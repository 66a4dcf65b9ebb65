import { signalScales } from '../signal.ts';
import { ev07bSettings } from './shared-settings.ts';
import { eviewSmsCommands } from './sms-commands.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const trackFour = {
  dehaId: 31,
  key: 'trackFour',
  name: 'Track Four',
  detyName: 'track four',
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
    wifiScan: { timeoutSeconds: 60 },
    sensors: ['baseStation', 'wristband'],
  },
  signalScale: signalScales.mobile,
  heartbeatMinutes: 5,
  settings: ev07bSettings,
} as const satisfies Hardware;
