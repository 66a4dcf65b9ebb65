import type { SettingValues } from '@varde/catalogue/settings/types';
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

/** Factory settings: those of the captured report. */
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
  if ('index' in item) return `${item.type} ${item.index}`;
  if (item.type === 'unknown') return `${item.type} ${item.key}`;
  return item.type;
}
