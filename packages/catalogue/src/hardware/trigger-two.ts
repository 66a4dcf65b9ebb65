import { signalScales } from '../signal.ts';
import { ev07bSettings } from './shared-settings.ts';
import { eviewSmsCommands } from './sms-commands.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const triggerTwo = {
  dehaId: 4,
  key: 'triggerTwo',
  name: 'Trigger Two',
  detyName: 'trigger two',
  family: 'trigger',
  protocol: 'eview',
  alarmProtocols: [],
  icon: 'circle-dot',
  capabilities: {
    ...noCapabilities,
    positioning: true,
    locate: true,
    tracking: { defaultMinutes: 60, adjustable: true },
    smsCommands: eviewSmsCommands,
  },
  signalScale: signalScales.mobile,
  heartbeatMinutes: 5,
  settings: ev07bSettings,
} as const satisfies Hardware;
