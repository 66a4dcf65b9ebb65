import { metyId } from '@varde/catalogue/message-types';
import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import type { SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { sendSettings } from '#domain/commands/send-settings.ts';
import { overriddenByTracking } from '#domain/commands/tracking-values.ts';
import { withZone } from '#domain/commands/zone-of-market.ts';
import { protocolsOf } from '#domain/devices/identities.ts';
import {
  presentValue,
  type SettingsDevice,
  type StoredSetting,
  settingsOf,
  storeDesired,
} from '#domain/settings/device-settings.ts';
import { settingsOfHardware, type WireGroups, wireGroupsWith } from '#domain/settings/wire-groups.ts';
import type { TransactionRecord } from '#domain/transactions/present-transaction.ts';
import { logServerTransaction } from '#domain/transactions/server-transaction.ts';
import type { Database } from '#platform/database/database.ts';
import { askedValues, presentValues } from './asked-values.ts';
import { refuseStale } from './refuse-stale.ts';

export interface Save {
  device: SettingsDevice;
  /** Settings that the caller may change. */
  open: readonly KnownSetting[];
  values: SettingValues;
  /** The values from which the user began; undefined: whatever they were. */
  began?: SettingValues | undefined;
  userId: number;
  at: Date;
}

/**
 * Stores the changes and queues a command for each wire group that must go to the device; settings that tracking
 * overrides are sent when the tracking is over. Null when everything is as desired or on its way. Throws
 * `validationFailed` for keys and values that the hardware does not accept, and for a setting that another one
 * excludes, and `settingsChanged` when the user began from other values. Call it in a transaction that holds the device's lock.
 */
export async function storeAndSend(tx: Database, save: Save, wireGroups: WireGroups): Promise<Saved | null> {
  const known = settingsOfHardware(save.device);
  const stored = await settingsOf(tx, save.device.deviId);
  const given = askedValues(save.values, { known, open: save.open, stored });
  if (given.size === 0) return null;
  refuseStale(given, save.began ?? {}, presentValues(known, stored));
  const asked = await withZone(tx, save.device, given, save.at);
  const { deviId } = save.device;
  const change = { deviId, userId: save.userId, at: save.at };
  await storeDesired(tx, change, asked);
  const overridden = await overriddenByTracking(tx, save.device);
  const protocols = await protocolsOf(tx, save.device);
  const wanted = { asked, stored, overridden, protocols };
  for (const { keys, values } of wireGroupsWith(save.device, wanted, wireGroups))
    await sendSettings(tx, change, values, keys);
  return logSaved(tx, save, { known, stored, asked, from: presentValue });
}

interface Values {
  known: readonly KnownSetting[];
  /** Before the save. */
  stored: ReadonlyMap<string, StoredSetting>;
  asked: ReadonlyMap<string, SettingValue>;
  /** The value from which one was changed. */
  from: (setting: StoredSetting) => SettingValue | null;
}

/** Logs that values of a device were chosen. */
export async function logSaved(
  tx: Database,
  { device: { deviId, dehaId, custId }, userId, at }: Save,
  { known, stored, asked, from }: Values,
): Promise<Saved> {
  const logged = await logServerTransaction(tx, {
    device: { deviId, dehaId },
    custId,
    metyId: metyId.settingsChanged,
    at,
    detail: { settings: [...asked.keys()], userId }, // keys only: values hold telephone numbers
  });
  const shown = (values: (key: string) => SettingValue | null) =>
    Object.fromEntries(
      [...asked.keys()].map((key) => [key, known.find((one) => one.key === key)?.secret ? '•' : values(key)]),
    );
  return {
    logged,
    before: shown((key) => {
      const setting = stored.get(key);
      return setting === undefined ? null : from(setting);
    }),
    after: shown((key) => asked.get(key) ?? null),
  };
}

/** Result of a save: the row of the device's log, and the changed values for the audit log, with secret ones hidden. */
export interface Saved {
  logged: TransactionRecord;
  before: Record<string, SettingValue | null>;
  after: Record<string, SettingValue | null>;
}
