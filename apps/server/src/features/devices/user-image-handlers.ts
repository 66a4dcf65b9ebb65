import { maxUserImageSide, userImageTypes } from '@varde/catalogue/image-types';
import type { api } from '@varde/contract/api';
import { recordLook } from '#domain/audit/audit-looks.ts';
import { changeDevice } from '#domain/devices/change-device.ts';
import { findDeviceImage, putDeviceImage, removeDeviceImages } from '#domain/devices/device-images.ts';
import { findDevice } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { redrawImage } from '#domain/images/redraw-image.ts';
import { AppError } from '#platform/app-error.ts';
import { epoch } from '#platform/clock/epoch.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { keptImage } from '#platform/http/kept-file.ts';
import { createChangeDevice } from './device-changes.ts';

type ImageHandlers = Pick<Handlers<(typeof api)['devices']>, 'getUserImage' | 'saveUserImage' | 'removeUserImage'>;

/** The image of a device's wearer. */
export function userImageHandlers(dependencies: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>): ImageHandlers {
  const { db, clock } = dependencies;
  const change = createChangeDevice(dependencies);
  return {
    async getUserImage({ params: { deviId } }, caller, http) {
      const scope = caller.scopeOf(caller.isTrackerOnly ? 'DEVICE_LIST' : 'DEVICE_INFO');
      const found = await findDeviceImage(db, scope, deviId);
      if (found === undefined) throw new AppError('notFound');
      const { custId, mediaType, image, version } = found;
      const at = new Date(clock.now());
      await recordLook(db, { action: 'device.imageRead', at, by: caller, custId, deviId });
      const etag = `${deviId}-${epoch(version)}`;
      return keptImage({ mediaType, image, etag, isNamed: false }, http);
    },

    async saveUserImage({ params: { deviId }, body }, caller) {
      const scope = caller.scopeOf('DEVICE_INFO');
      if ((await findDevice(db, scope, deviId)) === undefined) throw new AppError('notFound'); // before the costly redraw
      const limits = { types: userImageTypes, side: maxUserImageSide, field: 'file' };
      const drawn = await redrawImage(Buffer.from(body.file, 'base64'), limits);
      const device = await change(caller, 'DEVICE_INFO', deviId, async (tx, _device, userImageAt) => {
        await putDeviceImage(tx, deviId, drawn);
        return [await changeDevice(tx, deviId, { userImageAt }), { action: 'device.imageChanged' }];
      });
      return { userImageVersion: epoch(device.userImageAt) };
    },

    async removeUserImage({ params: { deviId } }, caller) {
      await change(caller, 'DEVICE_INFO', deviId, async (tx) => {
        if (!(await removeDeviceImages(tx, deviId))) return;
        return [await changeDevice(tx, deviId, { userImageAt: null }), { action: 'device.imageRemoved' }];
      });
      return { userImageVersion: null };
    },
  };
}
