import { signalScales } from '../signal.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const triggerThree = {
  dehaId: 5,
  key: 'triggerThree',
  name: 'Trigger Three',
  detyName: 'trigger three',
  family: 'trigger',
  protocol: 'eview',
  alarmProtocols: [],
  icon: 'urgent',
  capabilities: {
    ...noCapabilities,
    positioning: true,
    locate: true,
    tracking: { defaultMinutes: 60, adjustable: true },
  },
  signalScale: signalScales.mobile,
  heartbeatMinutes: 5,
  settings: { heartbeatInterval: {}, trackingInterval: {} },
} as const satisfies Hardware;
