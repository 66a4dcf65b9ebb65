import { hardwareById } from '@varde/catalogue/hardware/index';
import type { Policy } from '@varde/catalogue/permissions';
import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { maySet, opensSettings } from '@varde/catalogue/settings-policies';
import type { api } from '@varde/contract/api';
import type { HandlerOutput } from '@varde/contract/endpoint';
import type { SettingState } from '@varde/contract/settings';
import { recordAudit } from '#domain/audit/audit.ts';
import { recordLook } from '#domain/audit/audit-looks.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { customerName } from '#domain/customers/customers.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import { findDevice, lockWithTwin } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { type SettingsDevice, type StoredSetting, settingsOf } from '#domain/settings/device-settings.ts';
import { settingsOfHardware, type WireGroups } from '#domain/settings/wire-groups.ts';
import { transactionsEvent } from '#domain/transactions/present-transaction.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { actOnKept } from './act-on-kept.ts';
import { defaultSettingsHandlers } from './default-settings-handlers.ts';
import { changesByDefaults, defaultsFor } from './defaults-for-device.ts';
import { storeAndSend } from './save-settings.ts';

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
  /** Saves values, which may depend on the device: it is locked. */
  const save = (
    caller: Caller,
    deviId: number,
    valuesOf: (tx: Database, device: SettingsDevice, open: KnownSetting[]) => Promise<SettingValues>,
  ) =>
    commitAndPublish({ db, bus }, async (tx, changes) => {
      const at = new Date(clock.now());
      const device = await lockWithTwin(tx, caller.scopeOf('DEVICE_LIST'), deviId);
      const open = device === undefined ? [] : openSettings(device, caller);
      if (device === undefined || open === 'none') throw new AppError('notFound');
      const values = await valuesOf(tx, device, open);
      const saved = await storeAndSend(tx, { device, open, values, userId: caller.userId, at }, wireGroups);
      if (saved !== null) {
        const { before, after } = saved;
        await recordAudit(tx, { ...about(device, caller), action: 'settings.saved', at, before, after });
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
    async getSettings({ params }, caller) {
      const device = await findDevice(db, caller.scopeOf('DEVICE_LIST'), params.deviId);
      const open = device === undefined ? [] : openSettings(device, caller);
      if (device === undefined || open === 'none') throw new AppError('notFound');
      await recordLook(db, { ...about(device, caller), action: 'settings.read', at: new Date(clock.now()) });
      return present(db, device, open, caller);
    },

    async saveSettings({ params: { deviId }, body: { values } }, caller) {
      const { device, open } = await save(caller, deviId, async () => values);
      return present(db, device, open, caller);
    },

    async previewDefaultSettings({ body: { deviIds } }, caller) {
      const devices: { deviId: number; changes: number }[] = [];
      for (const deviId of new Set(deviIds)) {
        const device = await findDevice(db, caller.scopeOf('DEVICE_LIST'), deviId);
        const open = device === undefined ? 'none' : openSettings(device, caller);
        if (device !== undefined && open !== 'none')
          devices.push({ deviId, changes: await changesByDefaults(db, device, open) });
      }
      return { devices };
    },

    async applyDefaultSettings({ params: { deviId } }, caller) {
      const { changed } = await save(caller, deviId, defaultsFor);
      return { changes: changed };
    },
  };
}

/** The settings that the caller may see, or change with `acting`; without any, the page is closed. */
function openSettings(device: SettingsDevice, caller: Caller): KnownSetting[] | 'none' {
  const may = (policy: Policy) => caller.may(policy, device.custId);
  if (!opensSettings(may)) return 'none';
  const viewer = { hardware: hardwareById(device.dehaId), may, flags: caller.flags };
  return settingsOfHardware(device).filter((setting) => maySet(viewer, setting));
}

const about = ({ deviId, custId }: SettingsDevice, caller: Caller) => ({ by: caller, custId, deviId });

async function present(
  db: Database,
  device: SettingsDevice,
  open: readonly KnownSetting[],
  { acting }: Caller,
): Promise<HandlerOutput<(typeof api)['settings']['getSettings']>> {
  const stored = await settingsOf(db, device.deviId);
  const { deviId, dehaId, fiwaNum, announced } = device;
  const changeable = openSettings(device, acting);
  const settings = open.map(({ key }) => ({
    ...presentSetting(key, stored.get(key)),
    changeable: changeable !== 'none' && changeable.some((setting) => setting.key === key),
  }));
  return { deviId, dehaId, fiwaNum, announced, settings };
}

function presentSetting(key: string, stored: StoredSetting | undefined): Omit<SettingState, 'changeable'> {
  if (stored === undefined) return { key, desired: null, reported: null, reportedAt: null, delivery: null };
  const { desired, reported, reportedAt, delivery } = stored;
  if (delivery === null) return { key, desired, reported, reportedAt, delivery };
  const { state, reason, at } = delivery;
  return { key, desired, reported, reportedAt, delivery: { state, reason, at } };
}
