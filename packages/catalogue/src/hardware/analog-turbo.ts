import { signalScales } from '../signal.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const analogTurbo = {
  dehaId: 7,
  key: 'analogTurbo',
  name: 'Analog Turbo',
  detyName: 'analog turbo',
  family: 'other',
  protocol: 'sms',
  alarmProtocols: [],
  icon: 'device-landline-phone',
  capabilities: noCapabilities,
  signalScale: signalScales.mobile,
  heartbeatMinutes: 1440,
  settings: {},
} as const satisfies Hardware;
