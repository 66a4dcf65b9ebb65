import type { api } from '@varde/contract/api';
import type { HandlerOutput } from '@varde/contract/endpoint';
import type { SettingState } from '@varde/contract/settings';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database.ts';
import type { FeatureDependencies } from '#platform/feature.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { presentTransaction } from '#platform/presenters/transaction.ts';
import { settingsOfHardware, storeAndSend, type WireGroups } from './save-settings.ts';
import { findDevice, lockDevice, type SettingsDevice, type StoredSetting, settingsOf } from './store.ts';

export type SettingsDependencies = Pick<FeatureDependencies, 'db' | 'bus' | 'clock'> & {
  wireGroups: WireGroups;
};

export function settingsHandlers({
  db,
  bus,
  clock,
  wireGroups,
}: SettingsDependencies): Handlers<(typeof api)['settings']> {
  return {
    async getSettings({ params }, caller) {
      const device = await findDevice(db, caller.scopeOf('DEVICE_SETTINGS'), params.deviId);
      if (device === undefined) throw new AppError('notFound');
      return present(db, device);
    },

    async saveSettings({ params, body }, caller) {
      const scope = caller.scopeOf('DEVICE_SETTINGS');
      const { device, logged } = await db.transaction(async (tx) => {
        const device = await lockDevice(tx, scope, params.deviId);
        if (device === undefined) throw new AppError('notFound');
        const save = { device, values: body.values, userId: caller.userId, at: new Date(clock.now()) };
        return { device, logged: await storeAndSend(tx, save, wireGroups) };
      });
      if (logged !== null) {
        const { deviId, custId } = device;
        bus.publishEvents([
          { type: 'settings', deviId, custId },
          { type: 'transactions', deviId, custId, transactions: [presentTransaction(logged)] },
        ]);
        bus.publishCommandsChanged(deviId);
      }
      return present(db, device);
    },
  };
}

async function present(
  db: Database,
  device: SettingsDevice,
): Promise<HandlerOutput<(typeof api)['settings']['getSettings']>> {
  const stored = await settingsOf(db, device.deviId);
  const { deviId, dehaId, fiwaNum } = device;
  const settings = settingsOfHardware(device).map(({ key }) => presentSetting(key, stored.get(key)));
  return { deviId, dehaId, fiwaNum, settings };
}

function presentSetting(key: string, stored: StoredSetting | undefined): SettingState {
  if (stored === undefined) return { key, desired: null, reported: null, reportedAt: null, delivery: null };
  const { desired, reported, reportedAt, delivery } = stored;
  if (delivery === null) return { key, desired, reported, reportedAt, delivery };
  const { state, reason, at } = delivery;
  return { key, desired, reported, reportedAt, delivery: { state, reason, at } };
}
