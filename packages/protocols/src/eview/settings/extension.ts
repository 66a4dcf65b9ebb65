import type { SettingValue } from '@varde/catalogue/settings/types';
import { validateSetting } from '@varde/catalogue/settings/validate-setting';
import { type SettingKey, settingByKey } from '@varde/catalogue/settings/vocabulary';
import type { SettingsGroup } from '../../settings-groups.ts';
import type { ConfigurationItem } from '../messages/configuration-items.ts';

/** A setting without an item of its own: `key=value` (docs/protocols/extension.md). */
export const extended = (key: SettingKey): SettingsGroup<ConfigurationItem> => ({
  keys: [key],
  encode: ({ [key]: value }) =>
    value !== undefined && isLegal(key, value) ? [{ type: 'extension', text: `${key}=${value}` }] : null,
  decode: (items) => {
    const texts = items.flatMap((item) => (item.type === 'extension' ? [item.text] : []));
    const own = texts.findLast((text) => text.startsWith(`${key}=`));
    const value = own === undefined ? undefined : valueIn(key, own.slice(key.length + 1));
    return value === undefined ? null : { [key]: value };
  },
});

/** Some models have bytes of another meaning under the key of the extension. */
export const isExtension = (item: ConfigurationItem): boolean =>
  item.type === 'extension' && /^[A-Za-z]\w*=/.test(item.text);

function valueIn(key: string, text: string): SettingValue | undefined {
  const readings: SettingValue[] = [text, Number(text), text === 'true'];
  return readings.find((value) => String(value) === text && isLegal(key, value));
}

function isLegal(key: string, value: SettingValue): boolean {
  const definition = settingByKey(key);
  return definition !== undefined && validateSetting(definition, value) === null && !Object.is(value, -0);
}
