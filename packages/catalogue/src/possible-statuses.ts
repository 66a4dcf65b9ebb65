import { flagRules } from './alarms.ts';
import { generalWarningOf, type StatusKey, statuses, statusOf } from './statuses.ts';

const uncharged = { charging: false };
const settableFlags = flagRules.filter(({ on }) => on.length > 0).map(({ flag }) => flag);

/** The status of a device with this flag alone, computed as for a device's row. */
function statusWith(flag: (typeof settableFlags)[number]): StatusKey {
  const flags = { [flag]: true };
  return statusOf({ ...flags, generalWarning: generalWarningOf(flags, uncharged) }, uncharged).key;
}

const possible: ReadonlySet<StatusKey> = new Set([
  'lastMessageOnly',
  'clear',
  'neverUsed',
  ...settableFlags.map(statusWith),
]);

/** The statuses that a row of the device list can have: that of a unit in stock, `clear`, `neverUsed`, and those with a flag that has a cause. */
export const possibleStatuses: readonly StatusKey[] = statuses.map(({ key }) => key).filter((key) => possible.has(key));
