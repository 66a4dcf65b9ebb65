import { useQueryClient } from '@tanstack/react-query';
import type { ListedDevice } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import type { Action } from '#kit/actions/action.ts';
import { type ActionPlace, deviceActionList } from './device-action-list.ts';

/** The visible actions of a device in one place, in order. */
export function useDeviceActions(device: ListedDevice, place: ActionPlace): Action[] {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return deviceActionList(device)
    .filter(({ visible, places }) => visible && places.includes(place))
    .map(({ text, fullText = 'actions.forDevice', perform, ...action }) => {
      const name = t(text);
      return {
        ...action,
        name,
        fullName: t(fullText, { action: name, name: device.deviceName }),
        perform: typeof perform === 'string' ? perform : () => perform(cache),
      };
    });
}
