import { type StatusKey, statusByKey } from '@varde/catalogue/statuses';
import type { DeviceRow } from '@varde/contract/devices';
import type { deviceSorts } from '@varde/contract/filters';

export type DeviceSort = (typeof deviceSorts)[number];

export interface DeviceListFilter {
  search?: string | undefined;
  status?: StatusKey | undefined;
  sort?: DeviceSort | undefined;
}

const never = Number.NEGATIVE_INFINITY;
const byContact = (a: DeviceRow, b: DeviceRow) => (a.lastMsgIn ?? never) - (b.lastMsgIn ?? never);

const comparisons: Record<DeviceSort, ((a: DeviceRow, b: DeviceRow) => number) | null> = {
  default: (a, b) => priorityOf(a) - priorityOf(b),
  lastContactAscending: byContact,
  lastContactDescending: (a, b) => byContact(b, a),
  // The server's order is kept; names seldom change.
  name: null,
};

/**
 * The loaded rows as the list shows them after live changes, each once, in order: which of them belong to it is the
 * server's answer. The sort is stable, so that rows stay in the server's order wherever nothing changed.
 */
export function arrangeDevices<Row extends DeviceRow>(
  rows: readonly Row[],
  sort: DeviceSort = 'default',
): Row[] {
  const seen = new Set<number>();
  const shown = rows.filter(({ deviId }) => !seen.has(deviId) && seen.add(deviId));
  const compare = comparisons[sort];
  return compare ? shown.sort(compare) : shown;
}

/**
 * Whether a device sorts before this row, the last one of a page. The database may sort names by the language or by
 * their bytes: before it by either is before it, since a row twice is shown once, and a row that is left out is missing.
 */
export function sortsBefore(device: DeviceRow, last: DeviceRow, sort: DeviceSort = 'default'): boolean {
  const order = comparisons[sort]?.(device, last) ?? 0;
  const byName = sort === 'default' || sort === 'name';
  return order < 0 || (order === 0 && (!byName || isNameBefore(device.deviceName, last.deviceName)));
}

const isNameBefore = (name: string, other: string) => name <= other || name.localeCompare(other, 'nb') <= 0;

function priorityOf({ status }: DeviceRow): number {
  return statusByKey(status).priority;
}
