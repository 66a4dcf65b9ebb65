import { signalScales } from '../signal.ts';
import { ev07bSettings } from './shared-settings.ts';
import { eviewSmsCommands } from './sms-commands.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const triggerFour = {
  dehaId: 15,
  key: 'triggerFour',
  name: 'Trigger Four',
  detyName: 'trigger four',
  family: 'trigger',
  protocol: 'eview',
  alarmProtocols: [],
  icon: 'circle-dot',
  capabilities: {
    ...noCapabilities,
    positioning: true,
    findMe: true,
    locate: true,
    tracking: { defaultMinutes: 60, adjustable: true },
    smsCommands: eviewSmsCommands,
  },
  signalScale: signalScales.mobile,
  heartbeatMinutes: 5,
  settings: ev07bSettings,
} as const satisfies Hardware;
