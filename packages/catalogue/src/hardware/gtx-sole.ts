import { signalScales } from '../signal.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const gtxSole = {
  dehaId: 28,
  key: 'gtxSole',
  name: 'GTX Sole',
  detyName: 'GTX sole',
  family: 'track',
  protocol: 'osmand',
  alarmProtocols: [],
  icon: 'shoe',
  capabilities: {
    ...noCapabilities,
    positioning: true,
    tracking: { defaultMinutes: 60, adjustable: true },
  },
  signalScale: signalScales.mobile,
  heartbeatMinutes: 60,
  settings: {},
} as const satisfies Hardware;
