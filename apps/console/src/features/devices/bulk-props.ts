import type { ListedDevice } from '@varde/contract/devices';

/** Props of each bulk action. */
export interface BulkProps {
  devices: readonly ListedDevice[];
  /** It has begun or ended: in between the dialog stays open. */
  onRunning: (running: boolean) => void;
  onDone: () => void;
}

/** The affected devices, and the others. */
export const divided = (devices: readonly ListedDevice[], may: (device: ListedDevice) => boolean) => ({
  affected: devices.filter(may),
  excluded: devices.filter((device) => !may(device)),
});
