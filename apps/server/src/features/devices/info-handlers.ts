import { choosesReceiver } from '@varde/catalogue/device-functions';
import type { api } from '@varde/contract/api';
import { userName } from '#domain/accounts/users.ts';
import { changeDevice } from '#domain/devices/change-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { abilitiesOn } from './device-abilities.ts';
import { createChangeDevice } from './device-changes.ts';

type InfoHandlers = Pick<
  Handlers<(typeof api)['devices']>,
  'renameDevice' | 'setUserTag' | 'setVardeAsReceiver' | 'updateTraining'
>;

/** Saves the information that people enter about a device. An unchanged value is neither stored nor audited. */
export function infoHandlers(dependencies: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>): InfoHandlers {
  const change = createChangeDevice(dependencies);
  return {
    async renameDevice({ params: { deviId }, body: { deviceName } }, caller) {
      const device = await change(caller, 'NAME_CHANGE', deviId, async (tx, { deviceName: before }) => {
        if (before === deviceName) return;
        const entry = {
          action: 'device.renamed',
          before: { deviceName: before },
          after: { deviceName },
        } as const;
        return [await changeDevice(tx, deviId, { deviceName }), entry];
      });
      return { deviceName: device.deviceName };
    },

    async setUserTag({ params: { deviId }, body: { userTag } }, caller) {
      const device = await change(caller, 'DEVICE_INFO', deviId, async (tx, { userTag: before }) => {
        if (before === userTag) return;
        const entry = { action: 'device.userTag', before: { userTag: before }, after: { userTag } } as const;
        return [await changeDevice(tx, deviId, { userTag }), entry];
      });
      return { userTag: device.userTag };
    },

    async setVardeAsReceiver({ params: { deviId }, body: { vardeAsReceiver } }, caller) {
      const device = await change(caller, 'DEVICE_INFO', deviId, async (tx, before) => {
        if (!choosesReceiver(before.dehaId)) throw new AppError('notAllowed');
        if (before.vardeAsReceiver === vardeAsReceiver) return;
        const entry = {
          action: 'device.receiver',
          before: { vardeAsReceiver: before.vardeAsReceiver },
          after: { vardeAsReceiver },
        } as const;
        return [await changeDevice(tx, deviId, { vardeAsReceiver }), entry];
      });
      return { vardeAsReceiver, abilities: abilitiesOn(caller, { ...device, ownedByCustId: device.custId }) };
    },

    async updateTraining({ params: { deviId }, body: { status } }, caller) {
      const device = await change(caller, 'DEVICE_INFO', deviId, async (tx, before, at) => {
        if (status === (before.trainingApprovedAt !== null)) return;
        const approval = {
          trainingApprovedBy: status ? caller.userId : null,
          trainingApprovedAt: status ? at : null,
        };
        const action = status ? 'device.trainingApproved' : 'device.trainingWithdrawn';
        return [await changeDevice(tx, deviId, approval), { action }];
      });
      const { trainingApprovedBy } = device;
      return {
        trainingApprovedBy,
        trainingApprovedByName: await userName(dependencies.db, trainingApprovedBy),
      };
    },
  };
}
