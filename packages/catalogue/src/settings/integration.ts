import type { SettingDefinition } from './types.ts';

/** What other systems hear of a device (docs/web-hooks.md). */
export const integrationSettings = [
  {
    key: 'msgI9nActive',
    group: 'integration',
    order: 10,
    kind: 'toggle',
    default: true,
    onAllHardware: true,
    keptByServer: true,
  },
  {
    key: 'msgI9nReference',
    group: 'integration',
    order: 20,
    kind: 'text',
    maxLength: 64,
    default: '',
    onAllHardware: true,
    keptByServer: true,
    shownWhen: [{ key: 'msgI9nActive', equals: true }],
  },
] as const satisfies readonly SettingDefinition[];
