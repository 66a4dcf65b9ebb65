import type { SettingValue } from '@varde/catalogue/settings/types';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import type { SettingsChange } from '../settings/device-settings.ts';
import { deviceSettings } from '../settings/tables.ts';
import { queueCommand, supersedeWrites } from './commands.ts';

/**
 * Queues a command with `values`, for the `asked` settings. Waiting commands with any of these keys are superseded and
 * their settings linked to the new one, so that the device never gets an old value after a new one. The command lasts as
 * long as it takes when it is said to, or when one of those did: in its place it makes the device forget as well.
 */
export async function sendSettings(
  tx: Database,
  { deviId, userId, at, lasts = false }: SettingsChange & { lasts?: boolean },
  values: Readonly<Record<string, SettingValue>>,
  asked: readonly string[],
): Promise<void> {
  const { commandIds: superseded, lasted } = await supersedeWrites(tx, deviId, Object.keys(values), at);
  const commandId = await queueCommand(tx, {
    deviId,
    command: { kind: 'writeSettings', values },
    userId,
    at,
    lasts: lasts || lasted,
  });
  await tx
    .update(deviceSettings)
    .set({ commandId })
    .where(
      and(
        eq(deviceSettings.deviId, deviId),
        sql`(${inArray(deviceSettings.key, [...asked])} or ${inArray(deviceSettings.commandId, superseded)})`,
      ),
    );
}

/** Links desired settings that have no command yet to one that carries them. */
export async function carryUnsent(
  tx: Database,
  deviId: number,
  commandId: number,
  values: Readonly<Record<string, SettingValue>>,
): Promise<void> {
  await tx
    .update(deviceSettings)
    .set({ commandId })
    .where(
      and(
        eq(deviceSettings.deviId, deviId),
        inArray(deviceSettings.key, Object.keys(values)),
        isNull(deviceSettings.commandId),
        isNotNull(deviceSettings.desired),
      ),
    );
}
