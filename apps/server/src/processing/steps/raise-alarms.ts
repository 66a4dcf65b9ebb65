import {
  countSignals,
  type MoreSignals,
  type NewAlarm,
  type NewSignal,
  openAlarms,
  type SignalledAlarm,
} from '#domain/alarms/open-alarms.ts';
import type { AlarmRecord } from '#domain/alarms/present-alarm.ts';
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
  const open = openBefore(batch.signals);
  const repeated = [...groups].filter(([key]) => open.has(key));
  const counted = await countSignals(
    batch.tx,
    repeated.flatMap(([key, group]) => moreSignals(open.get(key), group)),
    batch.now,
  );
  const fresh = [...groups].filter(([key]) => !open.has(key)).map(([, group]) => group);
  const opened = await openAlarms(batch.tx, fresh.map(newAlarm));
  const current = byKey([...counted, ...opened]);
  for (const key of groups.keys()) {
    const alarmId = alarmIdOf(current, key);
    batch.raised.add(alarmId);
    if (!open.has(key)) batch.opened.add(alarmId);
    if (open.get(key)?.state === 'claimed') batch.reopened.add(alarmId);
  }
}

const keyOf = ({ deviId, metyId, custId, assignmentId }: Omit<SignalledAlarm, 'alarmId'>) =>
  `${deviId}:${metyId}:${custId}:${assignmentId}`;
const keyOfSignal = ({ device: { before }, ...signal }: AlarmSignal) => keyOf({ deviId: before.deviId, ...signal });

const byKey = <A extends SignalledAlarm>(some: readonly A[]) => new Map(some.map((alarm) => [keyOf(alarm), alarm]));

/** The open alarms of these devices, as they were before the batch. */
const openBefore = (signals: readonly AlarmSignal[]): Map<string, AlarmRecord> =>
  byKey([...new Set(signals.map(({ device }) => device))].flatMap(({ openAlarms }) => openAlarms));

function moreSignals(alarm: AlarmRecord | undefined, { signals }: SignalGroup): MoreSignals[] {
  const last = signals.at(-1);
  if (alarm === undefined || last === undefined) return [];
  const { alarmId } = alarm;
  return [
    {
      alarmId,
      count: signals.length,
      lastSignalAt: last.receivedAt,
      callCause: askedBy(signals),
      signals: historyOf(signals),
    },
  ];
}

/** The fence that asks for a call; null: none of those that were left does. */
const askedBy = (signals: readonly AlarmSignal[]): 'geofence' | null =>
  signals.some(({ alertByCall }) => alertByCall) ? 'geofence' : null;

function newAlarm({ first, signals }: SignalGroup): NewAlarm {
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
    signals: historyOf(signals),
  };
}

const historyOf = (signals: readonly AlarmSignal[]): NewSignal[] =>
  signals.flatMap(({ codes, tranId, happenedAt, receivedAt }) =>
    [...new Set(codes)].map((code) => ({ tranId, code, happenedAt, receivedAt })),
  );

function alarmIdOf(current: ReadonlyMap<string, SignalledAlarm>, key: string): number {
  const alarmId = current.get(key)?.alarmId;
  if (alarmId === undefined) throw new RangeError('a signal without its alarm');
  return alarmId;
}
