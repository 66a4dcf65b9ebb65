import type { api } from '@varde/contract/api';
import { recordAudit } from '#domain/audit/audit.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { customerName } from '#domain/customers/customers.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import { lockWithTwin } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { SettingsDevice } from '#domain/settings/device-settings.ts';
import type { WireGroups } from '#domain/settings/wire-groups.ts';
import { transactionsEvent } from '#domain/transactions/present-transaction.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { actOnKept } from './act-on-kept.ts';
import { defaultSettingsHandlers } from './default-settings-handlers.ts';
import { changesByDefaults, defaultsFor } from './defaults-for-device.ts';
import { keepReported } from './keep-reported.ts';
import { findOpen, openSettings, presentSettings } from './present-settings.ts';
import { readingHandlers } from './reading-handlers.ts';
import { type Save, type Saved, storeAndSend } from './save-settings.ts';

type SettingsDependencies = Pick<FeatureDependencies, 'db' | 'bus' | 'clock'> & {
  wireGroups: WireGroups;
};

/** A device's settings: desired values, reported values, and the progress of each change. */
export function settingsHandlers({
  db,
  bus,
  clock,
  wireGroups,
}: SettingsDependencies): Handlers<(typeof api)['settings']> {
  type Store = (tx: Database, save: Omit<Save, 'values'>) => Promise<Saved | null>;
  /** Saves what `store` stores, which may depend on the device: it is locked. */
  const save = (caller: Caller, deviId: number, action: 'settings.saved' | 'settings.kept', store: Store) =>
    commitAndPublish({ db, bus }, async (tx, changes) => {
      const at = new Date(clock.now());
      const device = await lockWithTwin(tx, caller.scopeOf('DEVICE_LIST'), deviId);
      const open = device === undefined ? [] : openSettings(device, caller);
      if (device === undefined || open === 'none') throw new AppError('notFound');
      const saved = await store(tx, { device, open, userId: caller.userId, at });
      if (saved !== null) {
        const { before, after } = saved;
        await recordAudit(tx, { ...about(device, caller), action, at, before, after });
        const { custId } = device;
        changes.publish({ type: 'devicePage', deviId, custId }, transactionsEvent([saved.logged]));
        changes.commandsOf(deviId);
        const changed = await actOnKept(tx, device, after);
        const custName = changed.length === 0 ? '' : ((await customerName(tx, custId)) ?? '');
        for (const unit of changed) changes.publish(deviceEvent(unit, custName));
      }
      return { device, open, changed: Object.keys(saved?.after ?? {}).length };
    });
  return {
    ...defaultSettingsHandlers({ db, clock }),
    ...readingHandlers({ db, clock }),

    async saveSettings({ params: { deviId }, body }, caller) {
      const store: Store = (tx, asked) => storeAndSend(tx, { ...asked, ...body }, wireGroups);
      return presentSettings(db, await save(caller, deviId, 'settings.saved', store), caller);
    },

    async keepReportedSettings({ params: { deviId }, body: { values } }, caller) {
      const store: Store = (tx, asked) => keepReported(tx, { ...asked, values });
      return presentSettings(db, await save(caller, deviId, 'settings.kept', store), caller);
    },

    async previewDefaultSettings({ body: { deviIds } }, caller) {
      const devices: { deviId: number; changes: number }[] = [];
      for (const deviId of new Set(deviIds)) {
        const its = await findOpen(db, caller, deviId);
        if (its !== null) devices.push({ deviId, changes: await changesByDefaults(db, its.device, its.open) });
      }
      return { devices };
    },

    async applyDefaultSettings({ params: { deviId } }, caller) {
      const store: Store = async (tx, asked) =>
        storeAndSend(tx, { ...asked, values: await defaultsFor(tx, asked.device, asked.open) }, wireGroups);
      const { changed } = await save(caller, deviId, 'settings.saved', store);
      return { changes: changed };
    },
  };
}

const about = ({ deviId, custId }: SettingsDevice, caller: Caller) => ({ by: caller, custId, deviId });
