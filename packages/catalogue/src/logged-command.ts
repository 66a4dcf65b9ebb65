import type { DeviceCommand } from './report.ts';
import type { SettingValues } from './settings/types.ts';
import { settingByKey } from './settings/vocabulary.ts';

/** A command as the log of its device keeps it: its kind and its values, with stars for secret ones. */
export const loggedCommand = ({ kind, ...fields }: DeviceCommand): Record<string, unknown> => ({
  command: kind,
  ...fields,
  ...('values' in fields && { values: withoutSecrets(fields.values) }),
});

const withoutSecrets = (values: SettingValues): SettingValues =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, settingByKey(key)?.secret && value !== '' ? '******' : value]),
  );
