import { signalScales } from '../signal.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const app = {
  dehaId: 2,
  key: 'app',
  name: 'App',
  detyName: 'app',
  family: 'app',
  protocol: 'osmand',
  alarmProtocols: [],
  icon: 'device-mobile',
  capabilities: {
    ...noCapabilities,
    positioning: true,
    tracking: { defaultMinutes: 60, adjustable: true },
  },
  signalScale: signalScales.mobile,
  heartbeatMinutes: 60,
  settings: {},
} as const satisfies Hardware;
