import { useQueryClient } from '@tanstack/react-query';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '#data/api/api-error.ts';
import { call } from '#data/api/call.ts';
import { deviceQuery } from '#data/live/device-query.ts';
import { notifyFailure } from '#kit/state/notify.ts';

/** Renames a device: the name is shown at once, and taken back with a message when the server refuses it. */
export function useRename({ deviId, deviceName: before }: DeviceDetail) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { queryKey } = deviceQuery(deviId);
  return async (deviceName: string): Promise<void> => {
    cache.setQueryData(queryKey, (device) => device && { ...device, deviceName });
    try {
      const saved = await call('renameDevice', { params: { deviId }, body: { deviceName } });
      cache.setQueryData(queryKey, (device) => device && { ...device, ...saved });
    } catch (error) {
      // A name that somebody else has given it meanwhile stays.
      cache.setQueryData(queryKey, (device) =>
        device?.deviceName === deviceName ? { ...device, deviceName: before } : device,
      );
      const reason = t(`errors.${errorCodeOf(error)}`);
      notifyFailure(t('deviceInfo.renameFailed', { name: deviceName, reason }));
      // `before` may itself be a name that was refused.
      await cache.invalidateQueries({ queryKey });
    }
  };
}
