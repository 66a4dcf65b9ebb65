import { type StatusKey, statusByKey } from '@varde/catalogue/statuses';
import type { DeviceRow } from '@varde/contract/devices';

export interface DeviceListFilter {
  search?: string | undefined;
  status?: StatusKey | undefined;
  sort?: 'default' | 'lastContactAscending' | 'lastContactDescending' | 'name' | undefined;
}

const never = Number.NEGATIVE_INFINITY;
const byContact = (a: DeviceRow, b: DeviceRow) => (a.lastMsgIn ?? never) - (b.lastMsgIn ?? never);

const comparisons: Record<
  NonNullable<DeviceListFilter['sort']>,
  ((a: DeviceRow, b: DeviceRow) => number) | null
> = {
  default: (a, b) => priorityOf(a) - priorityOf(b),
  lastContactAscending: byContact,
  lastContactDescending: (a, b) => byContact(b, a),
  // The server's collation stands; names seldom change.
  name: null,
};

/**
 * The loaded rows as the list shows them after live changes: those that still match, each once, in order. The sort is
 * stable, so that rows stay in the server's order wherever nothing changed.
 */
export function arrangeDevices<Row extends DeviceRow>(rows: readonly Row[], filter: DeviceListFilter): Row[] {
  const seen = new Set<number>();
  const shown = rows.filter((row) => {
    if (seen.has(row.deviId) || !matches(row, filter)) return false;
    seen.add(row.deviId);
    return true;
  });
  const compare = comparisons[filter.sort ?? 'default'];
  return compare ? shown.sort(compare) : shown;
}

/** The same reading of a search as the server's: part of the name or of the serial number. */
function matches(row: DeviceRow, { search, status }: DeviceListFilter): boolean {
  if (status && row.status !== status) return false;
  if (!search) return true;
  const wanted = search.trim().toLowerCase();
  return row.deviceName.toLowerCase().includes(wanted) || row.deviceSNNum.toLowerCase().includes(wanted);
}

function priorityOf({ status }: DeviceRow): number {
  return statusByKey(status).priority;
}
