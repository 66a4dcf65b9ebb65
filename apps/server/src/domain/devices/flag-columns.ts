import { generalWarningOf, statusOf } from '@varde/catalogue/statuses';
import { type SetFlags, type WarningFlag, warningFlags } from '@varde/catalogue/warning-flags';
import type { DeviceRecord } from './device-row.ts';

/**
 * The columns derived from a device's flags: the flags with the general warning, and the displayed status. A device that
 * is not activated is in stock.
 */
export function flagColumns(
  set: ReadonlySet<string>,
  { charging, activatedDate }: Pick<DeviceRecord, 'charging' | 'activatedDate'>,
): Pick<DeviceRecord, 'flags' | 'status'> {
  const context = { charging, lastMessageOnly: activatedDate === null };
  const flags = new Set(warningFlags.filter((flag) => flag !== 'generalWarning' && set.has(flag)));
  if (generalWarningOf(asRecord(flags), context)) flags.add('generalWarning');
  return {
    flags: warningFlags.filter((flag) => flags.has(flag)),
    status: statusOf(asRecord(flags), context).key,
  };
}

function asRecord(flags: ReadonlySet<WarningFlag>): SetFlags {
  return Object.fromEntries([...flags].map((flag) => [flag, true]));
}
