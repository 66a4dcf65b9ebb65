import type { ListedDevice } from '@varde/contract/devices';

/** Props of each bulk action. */
export interface BulkProps {
  devices: readonly ListedDevice[];
  onDone: () => void;
}

/** The affected devices, and the others. */
export const divided = (devices: readonly ListedDevice[], may: (device: ListedDevice) => boolean) => ({
  affected: devices.filter(may),
  excluded: devices.filter((device) => !may(device)),
});
