import { signalScales } from '../signal.ts';
import { watchSettings } from './shared-settings.ts';
import { watchSmsCommands } from './sms-commands.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const watchSix = {
  dehaId: 30,
  key: 'watchSix',
  name: 'Watch Six',
  detyName: 'watch six',
  family: 'watch',
  protocol: 'watch',
  alarmProtocols: [],
  icon: 'device-watch',
  capabilities: {
    ...noCapabilities,
    smsCommands: watchSmsCommands,
    positioning: true,
    findMe: true,
    locate: true,
    tracking: { defaultMinutes: 60, adjustable: true },
    display: true,
  },
  signalScale: signalScales.watch,
  heartbeatMinutes: 10,
  settings: watchSettings,
} as const satisfies Hardware;
