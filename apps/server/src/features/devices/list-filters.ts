import { maintain, passesAlarmFilter } from '@varde/catalogue/alarm-filters';
import { hardwareById, wifiHardware } from '@varde/catalogue/hardware/index';
import { isTestDue, testHoldsMs } from '@varde/catalogue/last-test';
import type { DeviceFilter, PlacedDevice } from '@varde/contract/devices';
import type { LiveEvent } from '@varde/contract/events';
import { eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import { isUnreached, type Unreached } from '#domain/notifications/unreached.ts';
import { hasSensorWith } from '#domain/sensors/sensor-words.ts';
import type { Caller, Scope } from '#platform/caller.ts';
import { filterNamed, hasStatus, passing, tagged, testedBefore, type Unit, withWords } from './store-conditions.ts';

/** What a given filter asks: in a query of `unit` or `entry`, and the same of the row of a device that is no twin. */
interface Asked {
  /** Of one unit of a pair of twins. `now`: Unix milliseconds. */
  unit?: (unit: Unit, now: number) => SQL | undefined;
  /** Of an entry of the list: both units of a pair have the same values here. */
  entry?: (unreached: Unreached | null) => SQL | undefined;
  /** Null: a row does not say, and the database is asked. */
  row: ((device: PlacedDevice, now: number) => boolean) | null;
  /** The customers whose devices are found; absent: all of the list. */
  within?: (caller: Caller) => Scope;
  /** The customers whose lists have changed by an event that is not about a device. A list is fetched again after it. */
  changedBy?: (event: LiveEvent) => readonly number[];
}

type FilterKey = Exclude<keyof DeviceFilter, 'custId'>;

/** The filters of the device list, all but the customer, which is a part of the scope. */
const listFilters: { [Key in FilterKey]-?: (value: NonNullable<DeviceFilter[Key]>) => Asked } = {
  search: (words) => ({ entry: () => withWords(words), row: null }),
  status: (status) => ({
    unit: (unit) => hasStatus(unit, status),
    row: (device) => device.status === status,
  }),
  dehaId: (dehaId) => ({
    unit: (unit) => eq(unit.dehaId, dehaId),
    row: (device) => device.dehaId === dehaId,
  }),
  filter(word) {
    const { predicate } = filterNamed(word);
    return {
      unit: (unit) => passing(unit, predicate),
      row: (device) => passesAlarmFilter(predicate, device),
    };
  },
  userTags(tags) {
    const wanted = tags.split(',');
    return { entry: () => tagged(wanted), row: ({ userTag }) => wanted.includes(userTag) };
  },
  wifi: () => ({
    unit: (unit) => inArray(unit.dehaId, [...wifiHardware]),
    row: ({ dehaId }) => (hardwareById(dehaId)?.capabilities.wifiScan ?? null) !== null,
  }),
  maintain: () => ({
    unit: (unit) => passing(unit, maintain),
    row: (device) => passesAlarmFilter(maintain, device),
  }),
  testDue: () => ({
    unit: (unit, now) => testedBefore(unit, now - testHoldsMs),
    row: ({ lastTestAt }, now) => isTestDue(lastTestAt, now),
  }),
  reachesNobody: () => ({
    entry: (unreached) => (unreached === null ? undefined : isUnreached(unreached)),
    row: null,
    within: (caller) => (caller.isTrackerOnly ? [] : caller.scopeOf('EVENT_SETUP')),
    changedBy: (event) => (event.type === 'notificationLists' ? event.custIds : []),
  }),
  unplaced: () => ({
    unit: (unit) => or(isNull(unit.posLati), isNull(unit.posTime)),
    row: ({ posLati, posTime }) => posLati === null || posTime === null,
    within: (caller) => caller.scopeOf('DEVICE_ACCESS_MAP'),
  }),
  sensor: (words) => ({
    unit: (unit) => hasSensorWith(unit.deviId, words),
    row: null,
    within: (caller) => caller.scopeOf('DEVICE_SENSOR'),
    changedBy: (event) => (event.type === 'sensors' && event.changed === true ? [event.custId] : []),
  }),
};

/** What a filter asks, one for each of its conditions. */
export const askedBy = (filter: DeviceFilter): Asked[] =>
  (Object.keys(listFilters) as FilterKey[]).flatMap((key) => {
    const value = filter[key];
    if (value === undefined || value === '') return [];
    // The type checker does not relate the value of a key to the row of the same key.
    const asks: (value: never) => Asked = listFilters[key];
    return [asks(value as never)];
  });
