import {
  IconCurrentLocation,
  IconPlayerStop,
  IconRefresh,
  IconRestore,
  IconRoute,
  IconVolume,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type DeviceActionKey, deviceActions, isTracked } from '@varde/catalogue/device-actions';
import type { ListedDevice } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import type { Action } from '#kit/actions/action.ts';
import { notifyDone, notifyFailure } from '#kit/state/notify.ts';
import { notifyError } from '../errors/notify-error.ts';

const icons: Record<DeviceActionKey, Action['icon']> = {
  findMe: IconVolume,
  locate: IconCurrentLocation,
  startTracking: IconRoute,
  stopTracking: IconPlayerStop,
  reboot: IconRefresh,
  factoryReset: IconRestore,
};

/** What the user may have the device do, as it is now: by the server's word, the device's contact and its tracking. */
export function useDeviceActions(device: ListedDevice): (Action & { key: DeviceActionKey })[] {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { deviId, deviceName: name } = device;
  const tracking = isTracked(device.trackingUntil, Date.now()) ? 'tracked' : 'notTracked';

  async function perform(key: DeviceActionKey): Promise<void> {
    const ask = await import('./ask-before-action.tsx').catch(() => null);
    if (ask === null) return notifyFailure(t('common.partFailed'));
    const body = await ask.askBeforeAction(key, device);
    if (body === null) return;
    try {
      await call('performAction', { params: { deviId, action: key }, body });
      const action = t(`actions.names.${key}`);
      notifyDone(t(device.connected ? 'actions.queued' : 'actions.queuedAway', { action, name }));
      await cache.invalidateQueries({ queryKey: ['listCommands', { params: { deviId } }] });
    } catch (error) {
      notifyError(error);
    }
  }

  return deviceActions.map(({ key, confirmation, connectedOnly, offered }) => ({
    key,
    name: t(`actions.names.${key}`),
    icon: icons[key],
    visible:
      device.actions.includes(key) &&
      (device.connected || !connectedOnly) &&
      (offered === null || offered === tracking),
    dangerous: confirmation === 'dangerous',
    perform: () => perform(key),
  }));
}
