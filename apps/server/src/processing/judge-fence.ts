import { type MarketId, timeZoneOf } from '@varde/catalogue/markets';
import { afterFix, alarmDueAt, type FenceState, type Fix } from '#domain/geofences/fence-state.ts';
import type { FenceToJudge } from '#domain/geofences/geofences.ts';
import { isPresent } from './assignment-of.ts';
import type { Batch } from './batch.ts';
import type { TrackedDevice } from './tracked-device.ts';

/** A fence after the positions of a batch. */
export interface Judgement {
  device: TrackedDevice;
  /** With the new state. */
  fence: FenceToJudge;
  changed: boolean;
  /** The alarm is raised now: since when the wearer has been missed for too long. */
  leftAt: Date | null;
  /** It is raised before the delay has passed, because the wearer does not move. */
  isMotionless: boolean;
  /** The wearer is back after an alarm. */
  returned: boolean;
}

/** Older positions are history: they neither raise nor clear a present alarm. */
const freshMs = 10 * 60_000;

/** The positions of the present wearers that arrived in time to say where they are, in order of arrival, by device. None without positioning. */
export function freshFixes(batch: Pick<Batch, 'entries'>): Map<number, Fix[]> {
  const fixes = new Map<number, Fix[]>();
  for (const { device, rows } of batch.entries) {
    if (device === null || device.positioningOff) continue;
    for (const row of rows) {
      const { posLati: lat, posLong: lng, posTime: at, posType, accuracy, inloId, historical, recTs: receivedAt } = row;
      if (lat === null || lng === null || at === null || posType === null) continue;
      if (receivedAt.getTime() - at.getTime() > freshMs || !isPresent(device, row.assignmentId)) continue;
      const fix = { lat, lng, at, posType, accuracy, inloId, receivedAt, historical };
      fixes.set(row.deviId, [...(fixes.get(row.deviId) ?? []), fix]);
    }
  }
  return fixes;
}

/** The last message of a device; null: it is offline. */
const heardAt = ({ now, flags }: TrackedDevice): Date | null => (flags.has('offlineWarning') ? null : now.lastMsgIn);

/** Judges one fence by new positions, if any, and by the time that has passed. */
export function judgeFence(device: TrackedDevice, fence: FenceToJudge, fixes: readonly Fix[], now: number): Judgement {
  let state: FenceState = fence;
  let returned = false;
  for (const fix of fixes) {
    const next = afterFix(fence, state, fix, fence.allowsRough);
    returned ||= state.notifiedAt !== null && next.outside === false && state.outside === true;
    state = next;
  }
  const moment = { now, timeZone: timeZoneOf(fence.market as MarketId), heardAt: heardAt(device) };
  const due = alarmDueAt({ ...fence, ...state }, moment);
  const leftAt = due !== null && due.at <= now ? new Date(due.at) : null;
  if (leftAt !== null) state = { ...state, notifiedAt: new Date(now) };
  const changed = state !== (fence as FenceState);
  return {
    device,
    fence: { ...fence, ...state },
    changed,
    leftAt,
    isMotionless: due?.isMotionless ?? false,
    returned,
  };
}
