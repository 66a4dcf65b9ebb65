import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { presentAssignment } from '../devices/device-note.ts';
import { type Count, stepsOf, withCount } from './step-counts.ts';
import { stepDays } from './tables.ts';

/** What the counter of a device said. */
export interface CountedSteps {
  deviId: number;
  assignmentId: number;
  /** `YYYY-MM-DD` by the clocks of the customer's market. */
  date: string;
  count: Count;
}

type StepDay = typeof stepDays.$inferSelect;

/**
 * Adds counts to the steps of their days. A late count of an earlier day also changes what the next day began with. In
 * the transaction of processing, which holds the locks of the devices.
 */
export async function addSteps(tx: Database, counted: readonly CountedSteps[]): Promise<void> {
  if (counted.length === 0) return;
  const stored = Map.groupBy(await daysFrom(tx, counted), ({ deviId }) => deviId);
  const changed = [...Map.groupBy(counted, ({ deviId }) => deviId)].flatMap(([deviId, counts]) =>
    changedDays(stored.get(deviId) ?? [], counts),
  );
  if (changed.length === 0) return;
  await tx
    .insert(stepDays)
    .values(changed)
    .onConflictDoUpdate({
      target: [stepDays.assignmentId, stepDays.date],
      set: {
        steps: sql`excluded.steps`,
        counts: sql`excluded.counts`,
        countedBefore: sql`excluded.counted_before`,
      },
    });
}

/** The days of one device that the counts change, with their new steps. */
function changedDays(stored: readonly StepDay[], counted: readonly CountedSteps[]): StepDay[] {
  const days = new Map(stored.map((day) => [keyOf(day), day]));
  for (const { assignmentId, date, count } of counted) {
    const key = keyOf({ assignmentId, date });
    const day = days.get(key) ?? { assignmentId, date, steps: 0, counts: [], countedBefore: null };
    days.set(key, { ...day, counts: withCount(day.counts, count) });
  }
  const inOrder = [...days.values()].sort((a, b) => startOf(a) - startOf(b));
  return inOrder.flatMap((day, index) => {
    const countedBefore = inOrder[index - 1]?.counts.at(-1)?.[1] ?? day.countedBefore;
    const steps = stepsOf(day.counts, countedBefore);
    const was = stored.find((each) => keyOf(each) === keyOf(day));
    const isSame = was?.counts === day.counts && was.steps === steps && was.countedBefore === countedBefore;
    return isSame ? [] : [{ ...day, steps, countedBefore }];
  });
}

const keyOf = ({ assignmentId, date }: Pick<StepDay, 'assignmentId' | 'date'>): string => `${assignmentId} ${date}`;
const startOf = ({ counts }: StepDay): number => counts[0]?.[0] ?? 0;

/** The days of each device from its first counted one on, and the one before. */
function daysFrom(tx: Database, counted: readonly CountedSteps[]): Promise<(StepDay & { deviId: number })[]> {
  const devices = sql.param(counted.map(({ deviId }) => deviId));
  const dates = sql.param(counted.map(({ date }) => date));
  return queryRows(
    tx,
    sql`with asked as (
        select devi_id, min(date) as first from unnest(${devices}::int[], ${dates}::date[]) q (devi_id, date)
        group by devi_id)
      select a.devi_id as "deviId", s.assignment_id as "assignmentId", s.date::text as date, s.steps, s.counts,
        s.counted_before as "countedBefore"
      from asked q join device_assignments a on a.devi_id = q.devi_id
        join step_days s on s.assignment_id = a.assignment_id
      where s.date >= coalesce((select max(e.date) from device_assignments b
        join step_days e on e.assignment_id = b.assignment_id
        where b.devi_id = q.devi_id and e.date < q.first), q.first)`,
  );
}

/** Steps of each of the days from `first` to `last` (`YYYY-MM-DD`) in the present assignment of a device; 0 on days without a count. */
export function stepsOfDays(
  db: Database,
  deviId: number,
  { first, last }: { first: string; last: string },
): Promise<{ date: string; steps: number }[]> {
  return queryRows(
    db,
    sql`select d::date::text as date, coalesce(s.steps, 0) as steps
      from generate_series(${first}::date, ${last}::date, interval '1 day') d
      left join step_days s on s.date = d::date and s.assignment_id = ${presentAssignment(deviId)}
      order by d`,
  );
}
