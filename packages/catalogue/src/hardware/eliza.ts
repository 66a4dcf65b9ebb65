import { signalScales } from '../signal.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const eliza = {
  dehaId: 44,
  key: 'eliza',
  name: 'Eliza',
  detyName: 'Eliza',
  family: 'other',
  protocol: 'mqtt',
  alarmProtocols: [],
  icon: 'message',
  capabilities: noCapabilities,
  signalScale: signalScales.mobile,
  heartbeatMinutes: 60,
  settings: {},
} as const satisfies Hardware;
