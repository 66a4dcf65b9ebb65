import { signalScales } from '../signal.ts';
import { callerSettings, profileSettings } from './shared-settings.ts';
import { watchSmsCommands } from './sms-commands.ts';
import { type Hardware, noCapabilities } from './types.ts';

/** Its tracking interval cannot be changed (specification 2, section 5). */
export const watchOne = {
  dehaId: 11,
  key: 'watchOne',
  name: 'Watch One',
  detyName: 'watch one',
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
    fewTabs: true,
  },
  signalScale: signalScales.watch,
  heartbeatMinutes: 10,
  settings: { ...callerSettings, ...profileSettings, fallDownAlert: {} },
} as const satisfies Hardware;
