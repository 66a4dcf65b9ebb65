import type { SettingValues } from '@varde/catalogue/settings/types';
import type { ConfigurationItem } from '@varde/protocols/eview/index';
import { eviewSettings } from '@varde/protocols/eview/settings';
import { decodeSettings } from '@varde/protocols/settings-groups';

/** What an EV-07B keeps of its settings: any item that was written to it, whether the vocabulary knows it or not. */
export interface EviewSettings {
  write(items: readonly ConfigurationItem[]): void;
  /** Everything, as the device reports it when it is asked. */
  items(): ConfigurationItem[];
  values(): SettingValues;
}

/** Settings as they leave the factory: those of the captured report. */
export function createEviewSettings(identity: string): EviewSettings {
  const byKey = new Map<string, ConfigurationItem>();
  const write = (items: readonly ConfigurationItem[]) => {
    for (const item of items) byKey.set(keyOf(item), item);
  };
  write([
    { type: 'moduleNumber', value: 0x20180504 },
    { type: 'firmwareVersion', version: '01.00.29.cf' },
    { type: 'imei', text: identity },
    { type: 'deviceName', text: 'MF07X' },
    { type: 'intervals', heartbeat: 0x8000_0000 + 270, upload: 5, lazyUpload: 3600 },
  ]);
  return {
    write,
    items: () => [...byKey.values()],
    values: () => decodeSettings(eviewSettings, [...byKey.values()]),
  };
}

/** Phone numbers, fences and the like come several times, told apart by their slot. */
function keyOf(item: ConfigurationItem): string {
  if ('slot' in item && typeof item.slot === 'number') return `${item.type} ${item.slot & 0x0f}`;
  if ('index' in item) return `${item.type} ${item.index}`;
  if (item.type === 'unknown') return `${item.type} ${item.key}`;
  return item.type;
}
