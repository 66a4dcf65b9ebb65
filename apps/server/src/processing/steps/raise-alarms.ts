import { and, inArray, ne, sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import type { AlarmRecord } from '#platform/presenters/alarm.ts';
import { alarmSignals, alarms } from '#platform/schema.ts';
import type { AlarmSignal } from '../alarm-signal.ts';
import { announceAlarms } from '../announce-alarms.ts';
import type { Batch } from '../batch.ts';
import { insertRows } from '../column-arrays.ts';
import { jsonRows } from '../json-rows.ts';

interface SignalGroup {
  first: AlarmSignal;
  signals: AlarmSignal[];
}

/**
 * Every signal opens an alarm, or counts on the one of its device, kind, customer and assignment that nobody has reset.
 * What belongs to a former customer or wearer is not touched. An alarm that somebody had claimed is open again, and
 * sounds everywhere until it is claimed anew (decision 0011); who had it stays on it.
 * `lastSignalAt` is when Varde heard the signal, and never runs backwards unless the clock did.
 */
export async function raiseAlarms(batch: Batch): Promise<void> {
  if (batch.signals.length === 0) return;
  const groups = new Map<string, SignalGroup>();
  for (const signal of batch.signals) {
    const key = keyOfSignal(signal);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: signal, signals: [signal] });
    else group.signals.push(signal);
  }
  const open = await findOpen(batch.tx, batch.signals);
  const repeated = [...groups].filter(([key]) => open.has(key));
  await countSignals(
    batch,
    repeated.map(([key, group]) => ({ alarm: open.get(key), ...group })),
  );
  const fresh = [...groups].filter(([key]) => !open.has(key)).map(([, group]) => group);
  if (fresh.length > 0) await batch.tx.insert(alarms).values(fresh.map(newAlarm));
  const current = await findOpen(batch.tx, batch.signals);
  await recordSignals(batch, current);
  await announceAlarms(
    batch,
    [...groups].flatMap(([key, { first }]) => {
      const alarm = current.get(key);
      return alarm === undefined ? [] : [{ alarm, device: first.device }];
    }),
  );
}

type AlarmKey = Pick<AlarmRecord, 'deviId' | 'metyId' | 'custId' | 'assignmentId'>;
const keyOf = ({ deviId, metyId, custId, assignmentId }: AlarmKey) =>
  `${deviId}:${metyId}:${custId}:${assignmentId}`;
const keyOfSignal = ({ device: { before }, ...signal }: AlarmSignal) =>
  keyOf({ deviId: before.deviId, ...signal });

async function findOpen(tx: Database, signals: readonly AlarmSignal[]): Promise<Map<string, AlarmRecord>> {
  const deviIds = [...new Set(signals.map(({ device }) => device.before.deviId))];
  const rows = await tx
    .select()
    .from(alarms)
    .where(and(inArray(alarms.deviId, deviIds), ne(alarms.state, 'reset')))
    .orderBy(alarms.alarmId)
    .for('update');
  return new Map(rows.map((alarm) => [keyOf(alarm), alarm]));
}

async function countSignals(
  { tx, now }: Batch,
  repeated: readonly (SignalGroup & { alarm: AlarmRecord | undefined })[],
): Promise<void> {
  if (repeated.length === 0) return;
  const rows = repeated.map(({ alarm, signals }) => ({
    alarm_id: alarm?.alarmId,
    signal_count: signals.length,
    last_signal_at: signals.at(-1)?.receivedAt,
  }));
  const wallTime = new Date(now).toISOString();
  await tx.execute(sql`
    update alarms set state = 'open', signal_count = alarms.signal_count + n.signal_count,
      last_signal_at = case when alarms.last_signal_at > ${wallTime}::timestamptz then n.last_signal_at
        else greatest(alarms.last_signal_at, n.last_signal_at) end, rev = nextval('rev_seq')
    from json_populate_recordset(null::alarms, ${jsonRows(rows)}) n
    where alarms.alarm_id = n.alarm_id`);
}

function newAlarm({ first, signals }: SignalGroup): typeof alarms.$inferInsert {
  return {
    deviId: first.device.before.deviId,
    custId: first.custId,
    assignmentId: first.assignmentId,
    metyId: first.metyId,
    code: first.codes[0],
    happenedAt: first.happenedAt,
    receivedAt: first.receivedAt,
    lastSignalAt: signals.at(-1)?.receivedAt ?? first.receivedAt,
    signalCount: signals.length,
    tranId: first.tranId,
    tranSource: first.tranSource,
    ...first.place,
  };
}

/** Each bit of each sample, with its own time, for the alarm's history. */
async function recordSignals(batch: Batch, current: ReadonlyMap<string, AlarmRecord>): Promise<void> {
  const rows = batch.signals.flatMap((signal) => {
    const alarmId = current.get(keyOfSignal(signal))?.alarmId;
    if (alarmId === undefined) throw new RangeError('a signal without its alarm');
    const { tranId, happenedAt, receivedAt } = signal;
    return [...new Set(signal.codes)].map((code) => ({ alarmId, tranId, code, happenedAt, receivedAt }));
  });
  await insertRows(batch.tx, alarmSignals, rows);
}
