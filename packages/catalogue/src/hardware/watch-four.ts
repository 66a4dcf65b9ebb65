import { signalScales } from '../signal.ts';
import { watchSettings } from './shared-settings.ts';
import { watchSmsCommands } from './sms-commands.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const watchFour = {
  dehaId: 24,
  key: 'watchFour',
  name: 'Watch Four',
  detyName: 'watch four',
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
