import { signalScales } from '../signal.ts';
import { ev07bSettings } from './shared-settings.ts';
import { eviewSmsCommands } from './sms-commands.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const triggerThree = {
  dehaId: 5,
  key: 'triggerThree',
  name: 'Trigger Three',
  detyName: 'trigger three',
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
