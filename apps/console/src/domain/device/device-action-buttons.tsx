import type { ListedDevice } from '@varde/contract/devices';
import { ActionButtons } from '#kit/actions/action-buttons.tsx';
import type { ActionPlace } from './device-action-list.ts';
import { useDeviceActions } from './use-device-actions.ts';

/** The actions of a device in one place, as buttons. */
export function DeviceActionButtons({ device, place }: { device: ListedDevice; place: ActionPlace }) {
  return <ActionButtons actions={useDeviceActions(device, place)} />;
}
