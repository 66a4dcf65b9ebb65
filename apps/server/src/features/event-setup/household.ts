import { isDeepStrictEqual } from 'node:util';
import { isWorn } from '@varde/catalogue/hardware/worn';
import { mostInHousehold } from '@varde/contract/event-setup';
import { kinRights, numberFaults, usualRules } from '@varde/contract/event-setup-form';
import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { findCustomer } from '#domain/customers/customers.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { devices } from '#domain/devices/tables.ts';
import type { EffectiveList, ReceiverToSave } from '#domain/notifications/lists.ts';
import type { StoredReceiver } from '#domain/notifications/plan.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { userFault } from './checked-receivers.ts';
import { mayGiveKin } from './kin-rights.ts';
import { hasOwnSetup } from './opened-device.ts';

/**
 * The other devices of the same private customer that have lists of their own: what people carry before what is in a house,
 * since the former is asked about first. None of other customers, whose devices belong to many people.
 */
export async function householdOf(tx: Database, { deviId, custId }: DeviceRecord, caller: Caller) {
  const owner = await findCustomer(tx, 'all', custId);
  if (owner?.customer.kind !== 'private') return [];
  const others = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.custId, custId), ne(devices.deviId, deviId), isNull(devices.deletedAt)))
    .orderBy(asc(devices.deviceName), asc(devices.deviId))
    .limit(mostInHousehold);
  return others.filter((other) => hasOwnSetup(caller, other)).toSorted((a, b) => Number(isWorn(b)) - Number(isWorn(a)));
}

/**
 * Whether two lists of a household tell the same people in the same way and order, who as next of kin have the same of what
 * the caller gives; by the same rules too, for callers who set them.
 */
export function isSameList(one: EffectiveList, other: EffectiveList, caller: Caller, custId: number): boolean {
  const mayGive = mayGiveKin(caller, custId);
  const told = ({ receivers }: EffectiveList) =>
    receivers.map(({ userId, name, mobile, email, channels, nextOfKin, events, hours, waitSeconds, pinHash }) => [
      ...[userId, name, mobile, email, channels, pinHash],
      mayGive.filter((right) => nextOfKin?.includes(right)),
      ...(caller.isPrivate ? [] : [events, hours, waitSeconds]),
    ]);
  return isDeepStrictEqual(told(one), told(other));
}

interface CopiedTo {
  before: readonly StoredReceiver[];
  device: DeviceRecord;
  /** Whom the caller may have on that list. */
  users: { has: (userId: number) => boolean };
}

/**
 * The receivers of one list for another one of the household. Who is on both stays the same receiver; what the caller may not
 * give or change is as it was there, or as usual. So is who is on it: a user whom only others may choose, as the operator of
 * an alarm centre, is not brought there by the copy. Refusing would lead the caller to take that user off the first list, or
 * keep its changes from the other device. Throws `validationFailed` for the number of that device itself, and when nobody is left.
 */
export function copiedReceivers(
  from: readonly StoredReceiver[],
  { before, device, users }: CopiedTo,
  caller: Caller,
): ReceiverToSave[] {
  const mayGive = mayGiveKin(caller, device.custId);
  const copied = from.flatMap((receiver, index) => {
    const { userId, name, mobile, email, language, pinHash, channels, nextOfKin } = receiver;
    if (userId !== null && !users.has(userId)) return [];
    if (mobile !== null && mobile === device.formattedPhoneNumE164)
      throw new AppError('validationFailed', [{ path: `receivers.${index}.mobile`, message: numberFaults.ofDevice }]);
    const same = before.find((other) => isSamePerson(other, receiver));
    const { events, hours, waitSeconds } = caller.isPrivate ? (same ?? usualRules) : receiver;
    const kin = kinRights.filter((right) => (mayGive.includes(right) ? nextOfKin : same?.nextOfKin)?.includes(right));
    return {
      ...{ receiverId: same?.receiverId, userId, name, mobile, email, language, pinHash, channels },
      ...{ events, hours, waitSeconds },
      nextOfKin: nextOfKin === null && kin.length === 0 ? null : kin,
    };
  });
  if (copied.length === 0 && from.length > 0)
    throw new AppError('validationFailed', [{ path: 'receivers.0.userId', message: userFault }]);
  return copied;
}

const isSamePerson = (one: StoredReceiver, other: StoredReceiver): boolean =>
  one.userId === null
    ? other.userId === null && one.mobile === other.mobile && one.email === other.email
    : one.userId === other.userId;
