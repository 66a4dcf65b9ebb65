import { signalScales } from '../signal.ts';
import { callerSettings, healthSettings, pedometerSettings, profileSettings } from './shared-settings.ts';
import { watchSmsCommands } from './sms-commands.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const watchTwo = {
  dehaId: 14,
  key: 'watchTwo',
  name: 'Watch Two',
  detyName: 'watch two',
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
    health: true,
    requestHeartRate: true,
  },
  signalScale: signalScales.watch,
  heartbeatMinutes: 10,
  settings: {
    ...callerSettings,
    ...healthSettings,
    ...pedometerSettings,
    ...profileSettings,
    trackingInterval: {},
    fallDownSensitivity: {},
    watchRemoval: {},
  },
} as const satisfies Hardware;
