import type { LiveEvent } from '@varde/contract/events';
import { type ListedDevice, presentDeviceRow } from './device-row.ts';

/** Event of a device's row after the transaction. `previousCustId`: its customer before a hand-over, maybe the same. */
export function deviceEvent(
  device: ListedDevice & { deletedAt?: Date | null },
  custName: string,
  previousCustId?: number,
): LiveEvent {
  const { deviId, custId } = device;
  const moved = previousCustId === undefined ? {} : { previousCustId };
  const gone = device.deletedAt ? { deleted: true as const } : {};
  return { type: 'device', deviId, custId, device: presentDeviceRow(device, custName), ...moved, ...gone };
}

/** Events of a device that has another wearer, or is another one of their devices: what belongs to wearers has changed. */
export const wearerEvents = ({ deviId, custId }: Pick<ListedDevice, 'deviId' | 'custId'>): LiveEvent[] => [
  { type: 'devicePage', deviId, custId },
  { type: 'note', deviId, custId },
  { type: 'indoorLocations', deviId, custId },
  { type: 'notificationLists', custIds: [custId] },
];
