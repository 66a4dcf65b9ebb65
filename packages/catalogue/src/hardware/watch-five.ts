import { signalScales } from '../signal.ts';
import { healthSettings, pedometerSettings, watchSettings } from './shared-settings.ts';
import { watchSmsCommands } from './sms-commands.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const watchFive = {
  dehaId: 29,
  key: 'watchFive',
  name: 'Watch Five',
  detyName: 'watch five',
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
    wifiScan: { timeoutSeconds: 60 },
    sensors: ['baseStation', 'wristband'],
    display: true,
    pedometer: true,
    health: true,
    requestHeartRate: true,
  },
  signalScale: signalScales.watch,
  heartbeatMinutes: 10,
  settings: { ...watchSettings, ...healthSettings, ...pedometerSettings },
} as const satisfies Hardware;
