import { noActor, recordAudit } from '#domain/audit/audit.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { findCustomerName } from '#domain/customers/customers.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import {
  type Deleted,
  type DuePeriod,
  deletePositions,
  deleteUnreadFrames,
  duePeriods,
} from '#domain/life/position-retention.ts';
import { dayMs, type Job, type JobContext, mostFailures } from './job.ts';

/** Periods that are read at once. */
const page = 200;
/** A run ends after this long, and the next one goes on. */
const longestRunMs = 300_000;

type Totals = Map<number, Deleted & { days: number }>;

/**
 * Deletes positions that are older than the customer whose time it was keeps them, and says in its audit log how many. A
 * period that fails keeps no other one from its turn, and what was deleted is said whatever fails.
 */
export const positionRetention: Job = {
  name: 'position-retention',
  everySeconds: 3600,
  run: async (context) => {
    const { db, clock, stopping } = context;
    const end = clock.monotonic() + longestRunMs;
    const now = await context.cautiousNow();
    const totals: Totals = new Map();
    const failures: unknown[] = [];
    const isOver = () => stopping.aborted || clock.monotonic() >= end || failures.length >= mostFailures;
    for (let after = 0, periods: DuePeriod[] = []; ; after = periods.at(-1)?.assignmentId ?? after) {
      periods = await duePeriods(db, now, after, page);
      for (const period of periods)
        if (!isOver())
          await deleteOf(context, period, { now, totals, isOver }).catch((error: unknown) => failures.push(error));
      if (periods.length < page || isOver()) break;
    }
    await deleteFrames(context, now, totals).catch((error: unknown) => failures.push(error));
    for (const [custId, total] of totals)
      await db.transaction((tx) =>
        recordAudit(tx, {
          action: 'positions.deleted',
          at: new Date(clock.now()),
          by: noActor,
          custId,
          after: { ...total },
        }),
      );
    if (failures.length > 0) throw new AggregateError(failures, 'old positions could not be deleted');
  },
};

interface Run {
  now: number;
  totals: Totals;
  isOver(): boolean;
}

/** Deletes the old positions of a period, some in each transaction. */
async function deleteOf({ db, bus, clock }: JobContext, period: DuePeriod, { now, totals, isOver }: Run) {
  const before = now - period.days * dayMs;
  for (let isDone = false; !isDone && !isOver(); ) {
    const deleted = await commitAndPublish({ db, bus }, async (tx, changes) => {
      const part = await deletePositions(tx, period, { before, at: new Date(clock.now()) });
      if (part?.device) {
        const customer = await findCustomerName(tx, 'all', period.custId);
        changes.publish(deviceEvent(part.device, customer?.firmName ?? ''));
      }
      return part;
    });
    if (deleted === null) return;
    ({ isDone } = deleted);
    count(totals, period, deleted);
  }
}

async function deleteFrames({ db, clock }: JobContext, now: number, totals: Totals): Promise<void> {
  const deleted = await db.transaction((tx) => deleteUnreadFrames(tx, now, new Date(clock.now())));
  for (const ofCustomer of deleted) count(totals, ofCustomer, ofCustomer);
}

function count(
  totals: Totals,
  { custId, days }: Pick<DuePeriod, 'custId' | 'days'>,
  { transactions, alarms, devices }: Deleted,
): void {
  if (transactions + alarms + devices === 0) return;
  const total = totals.get(custId) ?? { days, transactions: 0, alarms: 0, devices: 0 };
  total.transactions += transactions;
  total.alarms += alarms;
  total.devices += devices;
  totals.set(custId, total);
}
