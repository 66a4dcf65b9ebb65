import { signalScales } from '../signal.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const help = {
  dehaId: 20,
  key: 'help',
  name: 'Help',
  detyName: 'help',
  family: 'other',
  protocol: 'http',
  alarmProtocols: [],
  icon: 'lifebuoy',
  capabilities: noCapabilities,
  signalScale: signalScales.mobile,
  heartbeatMinutes: 1440,
  settings: {},
} as const satisfies Hardware;
