import type { SettingValues } from '@varde/catalogue/settings/types';
import { vocabulary } from '@varde/catalogue/settings/vocabulary';
import { type ConfigurationItem, configurationItems } from '@varde/protocols/eview/index';
import { eviewSettings } from '@varde/protocols/eview/settings';
import { decodeSettings, groupsOf } from '@varde/protocols/settings-groups';

/** The settings stored by an EV-07B: any item that was written to it, known to the vocabulary or not. */
export interface EviewSettings {
  write(items: readonly ConfigurationItem[]): void;
  /** Somebody changes values at the device itself. */
  change(values: SettingValues): void;
  /** Back to factory settings. */
  reset(): void;
  /** The settings with these keys, or all, as the device reports them on request. */
  items(keys: Uint8Array): ConfigurationItem[];
  values(): SettingValues;
}

/** Settings of the extension, at their defaults (docs/protocols/extension.md): they announce it. */
const extension = vocabulary.flatMap(({ key, default: value }): ConfigurationItem[] => {
  const group = Object.hasOwn(eviewSettings, key) ? eviewSettings[key as keyof typeof eviewSettings] : undefined;
  const items = group?.encode({ [key]: value }, []) ?? [];
  return items.filter(({ type }) => type === 'extension');
});

/** Factory settings: those of the captured report, with the button on and no password. */
export function createEviewSettings(identity: string): EviewSettings {
  const byKey = new Map<string, ConfigurationItem>();
  const write = (items: readonly ConfigurationItem[]) => {
    for (const item of items) byKey.set(keyOf(item), item);
  };
  const factorySettings: ConfigurationItem[] = [
    { type: 'moduleNumber', value: 0x20180504 },
    { type: 'firmwareVersion', version: '01.00.29.cf' },
    { type: 'imei', text: identity },
    { type: 'deviceName', text: 'MF07X' },
    { type: 'intervals', heartbeat: 0x8000_0000 + 270, upload: 5, lazyUpload: 3600 },
    { type: 'workMode', seconds: 0, mode: 3 },
    { type: 'smsPassword', value: 0 },
    { type: 'timeZone', value: 4 },
    { type: 'features', value: 0x8000_0807 },
    { type: 'ringVolume', value: 0 },
    { type: 'microphoneVolume', value: 15 },
    { type: 'speakerVolume', value: 100 },
    { type: 'voicePrompts', value: 0xfe01_0000 },
    { type: 'promptVolume', value: 100 },
    { type: 'sosButton', value: 0xbe7b },
    ...[0, 1, 2].map((slot) => ({ type: 'phone' as const, slot, number: '' })),
    { type: 'alarmCalls', longest: 600, ringing: 20, rounds: 1 },
    { type: 'phoneSwitches', value: 0x82 },
    { type: 'tiltAlert', time: 30, angle: 45, flags: 0x40 },
    { type: 'fallAlert', flags: 0x15 },
    ...extension,
  ];
  write(factorySettings);
  const values = () => decodeSettings(eviewSettings, [...byKey.values()]);
  return {
    write,
    change: (changed) => {
      const all = { ...values(), ...changed };
      for (const { keys, encode } of groupsOf(eviewSettings))
        if (keys.some((key) => key in changed)) write(encode(all, [...byKey.values()]) ?? []);
    },
    reset: () => {
      byKey.clear();
      write(factorySettings);
    },
    items: (keys) =>
      [...byKey.values()].filter((item) => keys.length === 0 || keys.includes(configurationItems.keyOf(item) ?? 0)),
    values,
  };
}

/** Phone numbers, fences and similar items occur several times, told apart by their slot. */
function keyOf(item: ConfigurationItem): string {
  if ('slot' in item && typeof item.slot === 'number') return `${item.type} ${item.slot & 0x0f}`;
  if (item.type === 'extension') return item.text.replace(/=.*/s, '');
  if (item.type === 'unknown') return `${item.type} ${item.key}`;
  return item.type;
}
