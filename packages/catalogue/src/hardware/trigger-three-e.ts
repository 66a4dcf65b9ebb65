import { signalScales } from '../signal.ts';
import { ev07bSettings } from './shared-settings.ts';
import { eviewSmsCommands } from './sms-commands.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const triggerThreeE = {
  dehaId: 21,
  key: 'triggerThreeE',
  name: 'Trigger Three E',
  detyName: 'trigger three E',
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
