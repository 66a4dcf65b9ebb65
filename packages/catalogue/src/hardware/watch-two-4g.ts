import { signalScales } from '../signal.ts';
import { watchSmsCommands } from './sms-commands.ts';
import { type Hardware, noCapabilities } from './types.ts';
import { watchTwo } from './watch-two.ts';

/** Shares the settings of watch two (decisions "Hardware"). */
export const watchTwo4G = {
  dehaId: 45,
  key: 'watchTwo4G',
  name: 'Watch Two 4G',
  detyName: 'watch two 4G',
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
    pedometer: true,
    wearDetection: true,
  },
  signalScale: signalScales.watch,
  heartbeatMinutes: 10,
  settings: watchTwo.settings,
} as const satisfies Hardware;
