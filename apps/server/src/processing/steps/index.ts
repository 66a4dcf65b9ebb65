import type { Batch } from '../batch.ts';
import { announceAlarms } from './announce-alarms.ts';
import { announceChanges } from './announce-changes.ts';
import { checkToken } from './check-token.ts';
import { deduplicate } from './deduplicate.ts';
import { deliverCommands } from './deliver-commands.ts';
import { identify } from './identify.ts';
import { judgeGeofences } from './judge-geofences.ts';
import { keepSensors } from './keep-sensors.ts';
import { raiseAlarms } from './raise-alarms.ts';
import { recordContests } from './record-contests.ts';
import { recordRejected } from './record-rejected.ts';
import { reportScans } from './report-scans.ts';
import { settleCommands } from './settle-commands.ts';
import { startNotifications } from './start-notifications.ts';
import { storeMeasurements } from './store-measurements.ts';
import { storeTransactions } from './store-transactions.ts';
import { updateState } from './update-state.ts';

export type Step = (batch: Batch) => Promise<void>;

/** The steps of a batch of uplinks, in order, in one database transaction. */
export const steps: readonly Step[] = [
  identify,
  checkToken,
  recordRejected,
  deduplicate,
  keepSensors,
  storeTransactions,
  updateState,
  recordContests,
  judgeGeofences,
  raiseAlarms,
  startNotifications,
  announceAlarms,
  storeMeasurements,
  settleCommands,
  deliverCommands,
  announceChanges,
  reportScans,
];
