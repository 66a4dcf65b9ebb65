import {
  countSignals,
  lockOpenAlarms,
  type MoreSignals,
  openAlarms,
  recordSignals,
} from '#domain/alarms/open-alarms.ts';
import type { AlarmRecord } from '#domain/alarms/present-alarm.ts';
import type { alarms } from '#domain/alarms/tables.ts';
import type { Database } from '#platform/database.ts';
import type { AlarmSignal } from '../alarm-signal.ts';
import type { Batch } from '../batch.ts';

interface SignalGroup {
  first: AlarmSignal;
  signals: AlarmSignal[];
}

/**
 * Every signal opens an alarm, or adds to the open one of its device, kind, customer and assignment. Alarms of a former
 * customer or wearer are unchanged. A claimed alarm is open again, and sounds everywhere until it is claimed anew
 * (decision 0026); its previous claimant stays on it. `lastSignalAt` is the time of receipt, and never runs backwards
 * unless the clock did.
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
    batch.tx,
    repeated.flatMap(([key, group]) => moreSignals(open.get(key), group)),
    batch.now,
  );
  const fresh = [...groups].filter(([key]) => !open.has(key)).map(([, group]) => group);
  await openAlarms(batch.tx, fresh.map(newAlarm));
  const current = await findOpen(batch.tx, batch.signals);
  for (const key of groups.keys()) {
    const alarmId = alarmIdOf(current, key);
    batch.raised.add(alarmId);
    if (!open.has(key)) batch.opened.add(alarmId);
    if (open.get(key)?.state === 'claimed') batch.reopened.add(alarmId);
  }
  await recordSignals(batch.tx, signalRows(batch, current));
}

type AlarmKey = Pick<AlarmRecord, 'deviId' | 'metyId' | 'custId' | 'assignmentId'>;
const keyOf = ({ deviId, metyId, custId, assignmentId }: AlarmKey) =>
  `${deviId}:${metyId}:${custId}:${assignmentId}`;
const keyOfSignal = ({ device: { before }, ...signal }: AlarmSignal) =>
  keyOf({ deviId: before.deviId, ...signal });

async function findOpen(tx: Database, signals: readonly AlarmSignal[]): Promise<Map<string, AlarmRecord>> {
  const deviIds = [...new Set(signals.map(({ device }) => device.before.deviId))];
  const found = await lockOpenAlarms(tx, deviIds);
  return new Map(found.map((alarm) => [keyOf(alarm), alarm]));
}

function moreSignals(alarm: AlarmRecord | undefined, { signals }: SignalGroup): MoreSignals[] {
  const last = signals.at(-1);
  if (alarm === undefined || last === undefined) return [];
  const { alarmId } = alarm;
  return [{ alarmId, count: signals.length, lastSignalAt: last.receivedAt, callCause: askedBy(signals) }];
}

/** The fence that asks for a call; null: none of those that were left does. */
const askedBy = (signals: readonly AlarmSignal[]): 'geofence' | null =>
  signals.some(({ alertByCall }) => alertByCall) ? 'geofence' : null;

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
    geofence: first.geofence ?? null,
    callCause: askedBy(signals),
    ...first.place,
  };
}

/** Each bit of each sample, with its own time, for the alarm's history. */
function signalRows(batch: Batch, current: ReadonlyMap<string, AlarmRecord>) {
  return batch.signals.flatMap((signal) => {
    const alarmId = alarmIdOf(current, keyOfSignal(signal));
    const { tranId, happenedAt, receivedAt } = signal;
    return [...new Set(signal.codes)].map((code) => ({ alarmId, tranId, code, happenedAt, receivedAt }));
  });
}

function alarmIdOf(current: ReadonlyMap<string, AlarmRecord>, key: string): number {
  const alarmId = current.get(key)?.alarmId;
  if (alarmId === undefined) throw new RangeError('a signal without its alarm');
  return alarmId;
}
