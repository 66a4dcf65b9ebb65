import { passesAlarmFilter } from '@varde/catalogue/alarm-filters';
import type { DeviceFilter, DeviceRow } from '@varde/contract/devices';
import { filterNamed } from './store-list.ts';

/**
 * Whether a device belongs to a list, as the query of the list has it (`matching` in store-list.ts), except for the
 * customers, which are the caller's and the query's together (`askedScope`).
 */
export function passesFilter({ search, status, filter }: DeviceFilter): (device: DeviceRow) => boolean {
  const words = search === undefined || search === '' ? null : search.toLowerCase();
  const predicate = filter === undefined ? null : filterNamed(filter).predicate;
  return (device) =>
    (words === null || wordsOf(device).includes(words)) &&
    (status === undefined || device.status === status) &&
    (predicate === null || passesAlarmFilter(predicate, device));
}

/** A line end stands between the two, so that no search reaches over it. */
const wordsOf = ({ deviceName, deviceSNNum }: DeviceRow): string =>
  `${deviceName}\n${deviceSNNum}`.toLowerCase();
