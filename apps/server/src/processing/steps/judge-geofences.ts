import { fenceCodes } from '@varde/catalogue/geofences';
import { metyId } from '@varde/catalogue/message-types';
import { tranSource } from '@varde/catalogue/transaction-sources';
import { flagColumns } from '#domain/devices/flag-columns.ts';
import { type DeviceFlags, saveFlags } from '#domain/devices/save-flags.ts';
import type { Fix } from '#domain/geofences/fence-state.ts';
import { type FenceToJudge, fencesToJudge, saveFenceStates } from '#domain/geofences/geofences.ts';
import { insertTransactions } from '#domain/transactions/insert-transactions.ts';
import type { TransactionRecord } from '#domain/transactions/present-transaction.ts';
import type { Database } from '#platform/database/database.ts';
import type { AlarmSignal } from '../alarm-signal.ts';
import type { Batch } from '../batch.ts';
import { besideAlarms } from '../beside-alarms.ts';
import { applyCause } from '../device-state.ts';
import { freshFixes, type Judgement, judgeFence } from '../judge-fence.ts';
import type { TrackedDevice } from '../tracked-device.ts';
import { serverRow } from '../transaction-row.ts';

/**
 * Judges the geofences of devices with new positions, and of those whose alarm has become due without one (the job
 * `geofence-check` wakes them).
 */
export async function judgeGeofences(batch: Batch): Promise<void> {
  const fixes = freshFixes(batch);
  const woken = [...batch.woken].filter((deviId) => !batch.devices.get(deviId)?.positioningOff);
  const moved = new Set([...fixes.keys(), ...woken]);
  const deviIds = [...moved].filter((deviId) => batch.devices.get(deviId)?.before.fenced);
  // Faults of its own: a table that hangs elsewhere does not keep the alarm of a fence from being raised.
  const faults: Error[] = [];
  const outcomes = await besideAlarms({ tx: batch.tx, faults }, 'geofences', deviIds, (tx, some) =>
    judge(tx, batch, fixes, some),
  );
  batch.faults.push(...faults);
  for (const outcome of outcomes) take(batch, outcome);
}

/** What is stored and not yet in the batch. */
interface Outcome {
  flags: { device: TrackedDevice; columns: DeviceFlags; rev: number }[];
  rows: TransactionRecord[];
  signals: AlarmSignal[];
  faults: Error[];
}

async function judge(
  tx: Database,
  batch: Batch,
  fixes: ReadonlyMap<number, Fix[]>,
  deviIds: readonly number[],
): Promise<Outcome> {
  const { judgements, faults } = judgeEach(batch, await fencesToJudge(tx, deviIds), fixes);
  const changed = judgements.filter((each) => each.changed);
  if (changed.length === 0) return { rows: [], signals: [], flags: [], faults };
  await saveFenceStates(
    tx,
    changed.map(({ fence }) => fence),
  );
  const { rows, signals } = await record(tx, batch.now, changed);
  return { rows, signals, flags: await settle(tx, judgements), faults };
}

/** A fence that cannot be judged costs no other one its alarm. */
function judgeEach(
  batch: Batch,
  fences: readonly FenceToJudge[],
  fixes: ReadonlyMap<number, Fix[]>,
): { judgements: Judgement[]; faults: Error[] } {
  const faults: Error[] = [];
  const judgements = fences.flatMap((fence) => {
    const device = batch.devices.get(fence.deviId);
    if (device === undefined) return [];
    try {
      return [judgeFence(device, fence, fixes.get(fence.deviId) ?? [], batch.now)];
    } catch (error) {
      faults.push(new Error(`left out: geofence ${fence.geofenceId}`, { cause: error }));
      return [];
    }
  });
  return { judgements, faults };
}

/** Logs who has left and who is back, and makes the signals of those who have left. */
async function record(
  tx: Database,
  now: number,
  changed: readonly Judgement[],
): Promise<Pick<Outcome, 'rows' | 'signals'>> {
  const told = changed.filter(({ leftAt, returned }) => leftAt !== null || returned);
  const at = new Date(now);
  const rows = await insertTransactions(
    tx,
    told.map(({ device, fence: { geofenceId }, leftAt }) => {
      const type = leftAt === null ? metyId.advancedGeofenceEntered : metyId.advancedGeofenceLeft;
      return serverRow(device, type, at, { geofenceId });
    }),
  );
  const signals = rows.flatMap(({ tranId }, index) => {
    const judgement = told[index];
    if (judgement === undefined || judgement.leftAt === null) return [];
    return [signalOf(judgement, { tranId, happenedAt: judgement.leftAt, receivedAt: at })];
  });
  return { rows, signals };
}

function signalOf(
  { device, fence: { name: geofence, alertByCall }, isMotionless }: Judgement,
  when: Pick<AlarmSignal, 'tranId' | 'happenedAt' | 'receivedAt'>,
): AlarmSignal {
  const { before, now, assignments } = device;
  const { posLati, posLong, posTime, posType, posAccuracy, place } = now;
  return {
    ...when,
    device,
    geofence,
    alertByCall,
    custId: before.custId,
    assignmentId: assignments[0].assignmentId,
    metyId: metyId.advancedGeofenceLeft,
    codes: [isMotionless ? fenceCodes.motionless : fenceCodes.left],
    tranSource: tranSource.server,
    place: { posLati, posLong, posTime, posType, posAccuracy, place },
  };
}

/** The warning of each device: on when its wearer has left a fence, off when the wearer is back inside all of them. */
async function settle(tx: Database, judgements: readonly Judgement[]): Promise<Outcome['flags']> {
  const settled: Omit<Outcome['flags'][number], 'rev'>[] = [];
  const byDevice = Map.groupBy(judgements, (each) => each.device);
  for (const [device, its] of byDevice) {
    const left = its.some(({ leftAt }) => leftAt !== null);
    if (!left && !isBack(device, its)) continue;
    const flags = new Set<string>(device.flags);
    if (left) flags.add('geofenceWarning');
    else flags.delete('geofenceWarning');
    settled.push({ device, columns: { deviId: device.now.deviId, ...flagColumns(flags, device.now) } });
  }
  if (settled.length === 0) return [];
  const revs = await saveFlags(
    tx,
    settled.map(({ columns }) => columns),
  );
  return settled.map((each) => ({ ...each, rev: revs.get(each.columns.deviId) ?? each.device.now.rev }));
}

/**
 * Whether the wearer is back inside every fence that was left. An alarm that a device raised by a fence of its own keeps
 * the warning.
 */
function isBack({ flags, openAlarms }: TrackedDevice, its: readonly Judgement[]): boolean {
  const isOut = its.some(({ fence }) => fence.outside === true && fence.notifiedAt !== null);
  if (isOut || !its.some(({ returned }) => returned) || !flags.has('geofenceWarning')) return false;
  return openAlarms.every((alarm) => alarm.metyId !== metyId.geofence);
}

function take(batch: Batch, { flags, rows, signals, faults }: Outcome): void {
  batch.faults.push(...faults);
  for (const { device, columns, rev } of flags) {
    applyCause(
      device,
      columns.flags.includes('geofenceWarning') ? metyId.advancedGeofenceLeft : metyId.advancedGeofenceEntered,
    );
    Object.assign(device.now, { flags: columns.flags, status: columns.status, rev });
    device.changed = true;
  }
  batch.stored.push(...rows);
  batch.signals.push(...signals);
}
