import { userImageTypes } from '@varde/catalogue/image-types';
import type { KinRight } from '@varde/contract/event-setup-form';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database.ts';
import { reachAll } from '#platform/reach-all.ts';
import { recordAudit } from '../audit/audit.ts';
import { recordLook } from '../audit/audit-looks.ts';
import { findDeviceImage } from '../devices/device-images.ts';
import { setHours } from '../notifications/lists.ts';
import type { StoredReceiver } from '../notifications/plan.ts';
import { findAlarmLink } from './alarm-links.ts';
import { findAlarm } from './alarms.ts';
import { findKin } from './next-of-kin.ts';

interface Reader {
  address: string;
  at: Date;
}

/**
 * A next of kin changes the own hours, by the link of a message. They never apply to an emergency. Throws `linkInvalid`
 * without the right to it, and `validationFailed`. In a transaction, which has the server's own reach from here on.
 */
export async function setKinHours(
  tx: Database,
  token: string,
  hours: StoredReceiver['hours'],
  reader: Reader,
): Promise<void> {
  if (hours !== null && hours.from === hours.to)
    throw new AppError('validationFailed', [{ path: 'hours', message: 'ends when it begins' }]);
  const { kin, entry } = await requireKin(tx, token, 'schedule', reader);
  const { receiverId, hours: before } = kin.receiver;
  if (!(await setHours(tx, { receiverId, hours, at: reader.at }))) throw new AppError('linkInvalid');
  await recordAudit(tx, {
    ...entry,
    action: 'alarm.linkHours',
    before: { hours: before },
    after: { ...entry.after, hours },
  });
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
  const kin = link?.attempt && found ? await findKin(tx, link.attempt, found, at) : null;
  if (!link?.attempt || !found || !kin?.rights.includes(right)) throw new AppError('linkInvalid');
  const { custId, deviId, alarmId } = found.alarm;
  const by = { userId: null, address, context: null };
  const subject = { kind: 'alarm' as const, id: alarmId };
  return { kin, entry: { at, by, custId, deviId, subject, after: { attemptId: link.attempt.attemptId } } };
}
