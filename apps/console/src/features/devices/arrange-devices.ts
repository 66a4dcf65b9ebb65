import { rankOf } from '@varde/catalogue/statuses';
import type { DeviceFilter, ListedDevice } from '@varde/contract/devices';
import type { deviceSorts } from '@varde/contract/filters';

export type DeviceSort = (typeof deviceSorts)[number];

/** Filters and order of the list. */
export interface DeviceListFilter extends DeviceFilter {
  sort?: DeviceSort | undefined;
  /** Column keys separated by commas; undefined: the default columns. */
  columns?: string | undefined;
}

/** Number of active filters. A search is none. */
export function countFilters({ search: _, sort: __, columns: ___, ...filter }: DeviceListFilter): number {
  return Object.values(filter).filter((value) => value !== undefined && value !== '').length;
}

/** What the order depends on. A pair of twins is where its worse unit is. */
type Sorted = Pick<ListedDevice, 'deviId' | 'deviceName' | 'status' | 'lastMsgIn' | 'noteAddedAt'> & {
  twinDevice?: Pick<ListedDevice, 'status' | 'lastMsgIn'> | null | undefined;
};

const never = Number.NEGATIVE_INFINITY;
const leastOf = (device: Sorted, value: (unit: Pick<Sorted, 'status' | 'lastMsgIn'>) => number) =>
  device.twinDevice ? Math.min(value(device), value(device.twinDevice)) : value(device);
const placeOf = (device: Sorted) => leastOf(device, ({ status }) => rankOf(status));
const contactOf = (device: Sorted) => leastOf(device, ({ lastMsgIn }) => lastMsgIn ?? never);
const byContact = (a: Sorted, b: Sorted) => contactOf(a) - contactOf(b);

const comparisons: Record<DeviceSort, ((a: Sorted, b: Sorted) => number) | null> = {
  default: (a, b) => placeOf(a) - placeOf(b),
  lastContactAscending: byContact,
  lastContactDescending: (a, b) => byContact(b, a),
  notesAddedDescending: (a, b) => (b.noteAddedAt ?? never) - (a.noteAddedAt ?? never),
  // The server's order is kept; names seldom change.
  name: null,
};

/**
 * The loaded rows after live changes, each once and sorted; the server decides which belong to the list. The sort is
 * stable, so that unchanged rows stay in the server's order.
 */
export function arrangeDevices<Row extends Sorted>(rows: readonly Row[], sort: DeviceSort = 'default'): Row[] {
  const seen = new Set<number>();
  const shown = rows.filter(({ deviId }) => !seen.has(deviId) && seen.add(deviId));
  const compare = comparisons[sort];
  return compare ? shown.sort(compare) : shown;
}

/**
 * Whether a device sorts before this row, the last one of a page, or beside it: a duplicate row is dropped, while an omitted
 * one would be missing.
 */
export function sortsBefore(device: Sorted, last: Sorted, sort: DeviceSort = 'default'): boolean {
  const order = comparisons[sort]?.(device, last) ?? 0;
  const byName = sort === 'default' || sort === 'name';
  return order < 0 || (order === 0 && (!byName || !isNameAfter(device.deviceName, last.deviceName)));
}

/** Of Latin letters and numbers the order of `name_order`; a name in another script is never after another. */
const isNameAfter = (name: string, other: string) =>
  name.localeCompare(other, 'nb', { sensitivity: 'base', numeric: true }) > 0 &&
  !/[\u0370-\uffff]|\d{11}/.test(`${name} ${other}`);
