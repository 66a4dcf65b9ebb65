import type { LiveEvent } from '@varde/contract/events';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { parseId } from '#platform/live/parse-id.ts';
import type { LiveFeed } from '#platform/live/topic.ts';
import { findDevice } from '../devices/find-device.ts';

type SensorEvent = Extract<LiveEvent, { type: 'sensors' }>;

/** What units report of their sensors that a topic tells: the last row of each sensor. */
interface Told<Row> {
  rowsOf(event: SensorEvent): readonly Row[];
  idOf(row: Row): string;
}

/** Follows the sensors of one device, given by its number as text. Null: it is not among the caller's. */
export async function openSensorFeed<Row>(
  db: Database,
  caller: Caller,
  device: string | undefined,
  { rowsOf, idOf }: Told<Row>,
): Promise<LiveFeed<{ sensors: Row[] }> | null> {
  const deviId = parseId(device);
  const scope = caller.scopeOf('DEVICE_SENSOR');
  if (deviId === null || (await findDevice(db, scope, deviId)) === undefined) return null;
  const kept = new Map<string, Row>();
  return {
    urgent: false,
    first: async () => null,
    take(event) {
      if (event.type !== 'sensors' || event.deviId !== deviId) return false;
      if (!caller.may('DEVICE_SENSOR', event.custId)) return false;
      const rows = rowsOf(event);
      for (const row of rows) kept.set(idOf(row), row);
      return rows.length > 0;
    },
    flush() {
      const sensors = [...kept.values()];
      kept.clear();
      return { sensors };
    },
  };
}
