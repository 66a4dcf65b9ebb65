import { activityTypes } from '@varde/catalogue/inactivity';
import type { Sample } from '@varde/catalogue/report';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { isStillAt, stillPlace } from '#domain/geofences/still-place.ts';
import type { TransactionRecord } from '#domain/transactions/present-transaction.ts';
import type { UplinkOf } from './batch.ts';
import { eventsOf, happenedAt } from './transaction-row.ts';

/** The word of some protocols for a device that has begun to move. */
const movementCode = 'movement';

/**
 * Whether a sample says that somebody uses or wears the device, which is in the state `before`: it moves, counts steps, is
 * at another place, was pressed, or charged, or has measured a pulse. A sign of life says nothing of anybody.
 */
export function isActivity(before: DeviceRecord, sample: Sample, row: TransactionRecord): boolean {
  const charging = sample.battery?.charging;
  return (
    sample.moving === true ||
    sample.health !== undefined ||
    eventsOf(sample).some(({ metyId, code }) => activityTypes.has(metyId) || code === movementCode) ||
    (sample.steps !== undefined && sample.steps > 0 && before.steps !== null && sample.steps !== before.steps) ||
    (charging !== undefined && before.lastMsgIn !== null && charging !== before.charging) ||
    (sample.place !== undefined && before.place !== null && sample.place !== before.place) ||
    hasMoved(before, row)
  );
}

/** Whether a door of a home unit was opened or closed. */
export const isDoorActivity = ({ report }: UplinkOf<'message'>): boolean =>
  report.sensors?.changed?.some(({ door }) => door !== undefined) === true;

function hasMoved({ posLati, posLong, posTime, posAccuracy }: DeviceRecord, row: TransactionRecord): boolean {
  if (posLati === null || posLong === null || posTime === null) return false;
  if (row.posLati === null || row.posLong === null || row.posTime === null) return false;
  const seen = { inloId: null, receivedAt: row.recTs };
  const was = stillPlace({ ...seen, lat: posLati, lng: posLong, accuracy: posAccuracy, at: posTime });
  return !isStillAt(was, {
    ...seen,
    lat: row.posLati,
    lng: row.posLong,
    accuracy: row.accuracy,
    at: happenedAt(row),
  });
}
