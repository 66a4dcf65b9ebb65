import { generalWarningOf, statusOf } from '@varde/catalogue/statuses';
import { type SetFlags, type WarningFlag, warningFlags } from '@varde/catalogue/warning-flags';
import type { DeviceRecord } from './device-row.ts';

/** The columns derived from a device's flags: the flags with the general warning, and the displayed status. */
export function flagColumns(
  set: ReadonlySet<string>,
  { charging }: Pick<DeviceRecord, 'charging'>,
): Pick<DeviceRecord, 'flags' | 'status'> {
  const flags = new Set(warningFlags.filter((flag) => flag !== 'generalWarning' && set.has(flag)));
  if (generalWarningOf(asRecord(flags), { charging })) flags.add('generalWarning');
  return {
    flags: warningFlags.filter((flag) => flags.has(flag)),
    status: statusOf(asRecord(flags), { charging }).key,
  };
}

function asRecord(flags: ReadonlySet<WarningFlag>): SetFlags {
  return Object.fromEntries([...flags].map((flag) => [flag, true]));
}
