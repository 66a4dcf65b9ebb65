import { signalScales } from '../signal.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const triggerFour = {
  dehaId: 15,
  key: 'triggerFour',
  name: 'Trigger Four',
  detyName: 'trigger four',
  family: 'trigger',
  protocol: 'eview',
  alarmProtocols: [],
  icon: 'urgent',
  capabilities: {
    ...noCapabilities,
    positioning: true,
    findMe: true,
    locate: true,
    tracking: { defaultMinutes: 60, adjustable: true },
  },
  signalScale: signalScales.mobile,
  heartbeatMinutes: 5,
  settings: { heartbeatInterval: {}, trackingInterval: {} },
} as const satisfies Hardware;
