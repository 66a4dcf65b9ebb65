import { maintain, passesAlarmFilter } from '@varde/catalogue/alarm-filters';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { isTestDue } from '@varde/catalogue/last-test';
import type { DeviceFilter, DeviceRow } from '@varde/contract/devices';
import { filterNamed } from './store-conditions.ts';

/**
 * Whether a device that is no twin belongs to a list: the same condition as the list's query (`ofUnit` in
 * store-conditions.ts, and the tag), as far as the device's row tells. `now`: Unix milliseconds.
 */
export function passesFilter(
  { status, filter, dehaId, wifi, userTags, maintain: maintained, testDue }: DeviceFilter,
  now: () => number,
): (device: DeviceRow) => boolean {
  const predicate = filter === undefined ? null : filterNamed(filter).predicate;
  return (device) =>
    (status === undefined || device.status === status) &&
    (predicate === null || passesAlarmFilter(predicate, device)) &&
    (dehaId === undefined || device.dehaId === dehaId) &&
    (userTags === undefined || userTags.split(',').includes(device.userTag)) &&
    (wifi === undefined || canScan(device)) &&
    (maintained === undefined || passesAlarmFilter(maintain, device)) &&
    (testDue === undefined || isTestDue(device.lastTestAt, now()));
}

const canScan = ({ dehaId }: DeviceRow): boolean =>
  (hardwareById(dehaId)?.capabilities.wifiScan ?? null) !== null;
