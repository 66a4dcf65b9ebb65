import { userImageTypes } from '@varde/catalogue/image-types';
import type { KinRight } from '@varde/contract/event-setup-form';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database/database.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import { recordAudit } from '../audit/audit.ts';
import { recordLook } from '../audit/audit-looks.ts';
import { findDeviceImage } from '../devices/device-images.ts';
import { setHours } from '../notifications/lists.ts';
import type { StoredReceiver } from '../notifications/plan.ts';
import { findAlarmLink } from './alarm-links.ts';
import { findAlarm } from './alarms.ts';
import { type Checked, checkPin, type EnteredPin } from './check-pin.ts';
import { lockAlarm } from './lock-alarm.ts';
import { findKin } from './next-of-kin.ts';
import { standingOf } from './standing.ts';

interface Reader {
  address: string;
  at: Date;
}

/**
 * A next of kin changes the own hours, by the link of a message, with a PIN where the receiver has one. They never apply to
 * an emergency. Throws `linkInvalid` without the right to it, and `validationFailed`. In a transaction, which has the
 * server's own reach from here on.
 */
export async function setKinHours(
  tx: Database,
  token: string,
  { hours, ...entered }: EnteredPin & { hours: StoredReceiver['hours'] },
  reader: Reader,
): Promise<Checked> {
  if (hours !== null && hours.from === hours.to)
    throw new AppError('validationFailed', [{ path: 'hours', message: 'ends when it begins' }]);
  await reachAll(tx);
  const link = await findAlarmLink(tx, token);
  // Of two tries with a PIN one comes first.
  if (link !== undefined) await lockAlarm(tx, link.alarmId);
  const { kin, attempt, alarm, entry } = await requireKin(tx, token, 'schedule', reader);
  const { receiverId, hours: before, pinHash } = kin.receiver;
  const checked = await checkPin(tx, alarm, attempt, { ...entered, ...reader, pinHash, way: 'byLink' });
  if (checked.refused !== null) return checked;
  if (!(await setHours(tx, { receiverId, hours, at: reader.at }))) throw new AppError('linkInvalid');
  await recordAudit(tx, {
    ...entry,
    action: 'alarm.linkHours',
    before: { hours: before },
    after: { ...entry.after, hours },
  });
  return checked;
}

/** The image of the wearer, audited as a look. Throws `linkInvalid`. In a transaction as above. */
export async function kinImage(tx: Database, token: string, reader: Reader) {
  const { kin, entry } = await requireKin(tx, token, 'image', reader);
  const found = await findDeviceImage(tx, 'all', kin.device.deviId);
  const mediaType = userImageTypes.find((type) => type === found?.mediaType);
  if (found === undefined || mediaType === undefined) throw new AppError('linkInvalid');
  await recordLook(tx, { ...entry, action: 'device.imageRead' });
  return { image: found.image, mediaType };
}

async function requireKin(tx: Database, token: string, right: KinRight, { address, at }: Reader) {
  await reachAll(tx);
  const link = await findAlarmLink(tx, token);
  const found = link && (await findAlarm(tx, 'server', link.alarmId));
  const attempt = link?.attempt ?? null;
  const receiver = attempt && found && (await standingOf(tx, attempt, found, at)).receiver;
  const kin = attempt && found && receiver && (await findKin(tx, attempt, receiver, found));
  if (!attempt || !found || !kin?.rights.includes(right)) throw new AppError('linkInvalid');
  const { custId, deviId, alarmId } = found.alarm;
  const by = { userId: null, address, context: null };
  const subject = { kind: 'alarm' as const, id: alarmId };
  const after = { attemptId: attempt.attemptId };
  return { kin, attempt, alarm: found.alarm, entry: { at, by, custId, deviId, subject, after } };
}
