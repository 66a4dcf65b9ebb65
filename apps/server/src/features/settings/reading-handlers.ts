import type { api } from '@varde/contract/api';
import { type Look, recordLook, recordLooks } from '#domain/audit/audit-looks.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { type DeviceWithSettings, findOpen, presentSettings } from './present-settings.ts';
import { previewSave } from './preview-save.ts';
import { settingChanges } from './setting-changes.ts';
import { trackingSettings } from './tracking-settings.ts';

type ReadingHandlers = Pick<
  Handlers<(typeof api)['settings']>,
  'getSettings' | 'getTrackingSettings' | 'listSettingChanges' | 'previewSettings'
>;

/** The settings of a device and their history; reading them is a look. */
export function readingHandlers({ db, clock }: Pick<FeatureDependencies, 'db' | 'clock'>): ReadingHandlers {
  const lookAt = ({ device: { custId, deviId } }: DeviceWithSettings, by: Caller): Look => {
    return { by, custId, deviId, action: 'settings.read', at: new Date(clock.now()) };
  };
  const look = async (caller: Caller, deviId: number): Promise<DeviceWithSettings> => {
    const found = await findOpen(db, caller, deviId);
    if (found === null) throw new AppError('notFound');
    await recordLook(db, lookAt(found, caller));
    return found;
  };
  return {
    getSettings: async ({ params }, caller) => presentSettings(db, await look(caller, params.deviId), caller),

    getTrackingSettings: async ({ params }, caller) => trackingSettings(db, await look(caller, params.deviId)),

    async listSettingChanges({ params, query: { key, ...page } }, caller) {
      const { device, open } = await look(caller, params.deviId);
      const keys = open.map((setting) => setting.key as string).filter((each) => key === undefined || each === key);
      return settingChanges(db, { device, keys, limit: page.limit, cursor: page.cursor });
    },

    async previewSettings({ body: { deviIds, values } }, caller) {
      const devices = [];
      const looks: Look[] = [];
      for (const deviId of new Set(deviIds)) {
        const found = await findOpen(db, caller, deviId);
        if (found === null) continue;
        devices.push({ deviId, ...(await previewSave(db, found, values)) });
        looks.push(lookAt(found, caller));
      }
      await recordLooks(db, looks);
      return { devices };
    },
  };
}
