import type { WarningFlag } from '@varde/catalogue/warning-flags';
import type { DeviceRecord } from '#platform/presenters/device-row.ts';

/** A device's row as it was found, locked, and as the batch leaves it. */
export interface TrackedDevice {
  before: DeviceRecord;
  now: DeviceRecord;
  flags: Set<WarningFlag>;
  custName: string;
  /** The connection that it speaks on; null when it has none, or none is known since the process started. */
  connectionId: string | null;
  /** The gateway has said what became of the command that it was handed. */
  offerSettled: boolean;
  changed: boolean;
}
