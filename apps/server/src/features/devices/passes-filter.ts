import { maintain, passesAlarmFilter } from '@varde/catalogue/alarm-filters';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { isTestDue } from '@varde/catalogue/last-test';
import type { DeviceFilter, DeviceRow } from '@varde/contract/devices';
import { filterNamed } from './store-list.ts';

/**
 * Whether a device belongs to a list: the same condition as the list's query (`matching` in store-list.ts), except for
 * the customers, which the caller's scope and the query decide together (`listedScope`). `now`: Unix milliseconds;
 * `isUnreached`: for `reachesNobody`, which a row does not say.
 */
export function passesFilter(
  { search, status, filter, dehaId, wifi, userTags, maintain: maintained, testDue }: DeviceFilter,
  now: () => number,
  isUnreached: (deviId: number) => boolean = () => true,
): (device: DeviceRow) => boolean {
  const words = search === undefined || search === '' ? null : search.toLowerCase();
  const predicate = filter === undefined ? null : filterNamed(filter).predicate;
  return (device) =>
    (words === null || wordsOf(device).includes(words)) &&
    (status === undefined || device.status === status) &&
    (predicate === null || passesAlarmFilter(predicate, device)) &&
    (dehaId === undefined || device.dehaId === dehaId) &&
    (userTags === undefined || userTags.split(',').includes(device.userTag)) &&
    (wifi === undefined || canScan(device)) &&
    (maintained === undefined || passesAlarmFilter(maintain, device)) &&
    (testDue === undefined || isTestDue(device.lastTestAt, now())) &&
    isUnreached(device.deviId);
}

const canScan = ({ dehaId }: DeviceRow): boolean =>
  (hardwareById(dehaId)?.capabilities.wifiScan ?? null) !== null;

/**
 * Separated by line ends, so that no search matches across two of them. A pair is found by the serial number of either
 * device.
 */
const wordsOf = ({ deviceName, deviceSNNum, deviceTwin }: DeviceRow): string =>
  [deviceName, deviceSNNum, ...(deviceTwin ? [deviceTwin.serial] : [])].join('\n').toLowerCase();
