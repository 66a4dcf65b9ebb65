import { hardwareById } from '@varde/catalogue/hardware/index';
import { localDate } from '@varde/catalogue/local-date';
import { timeZoneOf } from '@varde/catalogue/markets';
import type { Sample } from '@varde/catalogue/report';
import { marketsOf } from '#domain/customers/customers.ts';
import { addReadings, type HealthReading } from '#domain/measurements/health-readings.ts';
import { addSteps, type CountedSteps } from '#domain/measurements/step-days.ts';
import type { TransactionRecord } from '#domain/transactions/present-transaction.ts';
import type { Database } from '#platform/database/database.ts';
import type { Batch } from '../batch.ts';
import { besideAlarms } from '../beside-alarms.ts';
import { happenedAt } from '../transaction-row.ts';
import { smallInteger } from '../wire-number.ts';

/** A counter that says more is not one of steps. */
const mostCounted = 100_000_000;

interface Measured {
  sample: Sample;
  row: TransactionRecord & { assignmentId: number };
}

/**
 * Stores heart rate, blood pressure and steps of hardware that shows them, each in the assignment in which it was
 * measured (decision 0015). Other readings stay in the log alone.
 */
export async function storeMeasurements(batch: Batch): Promise<void> {
  const measured = batch.entries.flatMap(({ samples, rows }) =>
    samples.flatMap((sample, index): Measured[] => {
      const row = rows[index];
      return row?.assignmentId == null ? [] : [{ sample, row: { ...row, assignmentId: row.assignmentId } }];
    }),
  );
  const capabilitiesOf = ({ row }: Measured) => hardwareById(row.dehaId)?.capabilities;
  const readings = measured.filter((one) => capabilitiesOf(one)?.health).flatMap(readingOf);
  const stored = await besideAlarms(batch, 'health readings', readings, async (tx, some) => {
    await addReadings(
      tx,
      some.map(({ reading }) => reading),
    );
    return some.map(({ deviId }) => deviId);
  });
  for (const deviId of stored.flat()) batch.changedPages.add(deviId);
  const counts = measured.filter((one) => capabilitiesOf(one)?.pedometer && isCount(one.sample.steps));
  await besideAlarms(batch, 'steps', counts, storeSteps);
}

async function storeSteps(tx: Database, counts: readonly Measured[]): Promise<void> {
  const markets = await marketsOf(tx, [...new Set(counts.map(({ row }) => row.custId))]);
  await addSteps(
    tx,
    counts.map(({ sample, row }): CountedSteps => {
      const at = happenedAt(row).getTime();
      const timeZone = timeZoneOf(markets.get(row.custId) ?? 1);
      const { deviId, assignmentId } = row;
      return { deviId, assignmentId, date: localDate(at, timeZone), count: [at, sample.steps ?? 0] };
    }),
  );
}

function readingOf({
  sample: { health = {} },
  row,
}: Measured): { deviId: number; reading: Omit<HealthReading, 'hrbpId'> }[] {
  const heartRate = smallInteger(health.heartRate);
  const systolic = smallInteger(health.systolic);
  const diastolic = smallInteger(health.diastolic);
  if (heartRate === null && systolic === null && diastolic === null) return [];
  const { deviId, assignmentId } = row;
  return [{ deviId, reading: { assignmentId, logDate: happenedAt(row), heartRate, systolic, diastolic } }];
}

const isCount = (steps: number | undefined): boolean =>
  steps !== undefined && Number.isInteger(steps) && steps >= 0 && steps <= mostCounted;
