import type { AuditAction } from '@varde/catalogue/audit-actions';
import { regionOf } from '@varde/catalogue/markets';
import { usualEnd } from '@varde/contract/event-setup-form';
import type { LiveEvent } from '@varde/contract/events';
import { alarmHandlersAmong, searchAlarmHandlers } from '#domain/accounts/alarm-handlers.ts';
import { type AuditEntry, recordAudit } from '#domain/audit/audit.ts';
import { marketOf } from '#domain/customers/customers.ts';
import { customersBelow } from '#domain/customers/customers-below.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { askToConfirm } from '#domain/notifications/ask-to-confirm.ts';
import { keepNumbers, unconfirmedAmong } from '#domain/notifications/confirmed-numbers.ts';
import { countEnteredNumbers } from '#domain/notifications/entered-numbers.ts';
import {
  type EffectiveList,
  effectiveList,
  findOwnList,
  type ListOwner,
  removeList,
  saveList,
} from '#domain/notifications/lists.ts';
import type { StoredReceiver } from '#domain/notifications/plan.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import { checkedReceivers, type ListBody } from './checked-receivers.ts';
import type { PinHashes } from './hash-pins.ts';
import { copiedReceivers } from './household.ts';
import { heldKin, mayGiveKin } from './kin-rights.ts';
import type { NumberRules } from './receiver-number.ts';
import { presentReceiver, recipientRights, withRights } from './recipient-rights.ts';

/** The owner of a list, for whom the caller has been authorised, and what an entry of the audit log says of it. */
export interface Owned {
  owner: ListOwner;
  custId: number;
  audit: Omit<AuditEntry, 'action'>;
  /** Which no receiver may have. */
  numbers: Omit<NumberRules, 'market'>;
  /** Base address of links. */
  consoleUrl: string;
}

/** The list in effect. In a transaction, which has the server's own reach from here on: customers above count too. */
export async function listOf(
  tx: Database,
  { owner, custId, audit: { at } }: Owned,
): Promise<EffectiveList & { rev: number }> {
  await reachAll(tx);
  const own = await findOwnList(tx, owner);
  const assignmentId = 'custId' in owner ? null : owner.assignmentId;
  return { ...(await effectiveList(tx, { assignmentId, custId, at })), rev: own?.rev ?? 0 };
}

/** `listOf`, as this caller sees it. */
export async function showList(tx: Database, owned: Owned, caller: Caller) {
  const rights = recipientRights(caller, owned.custId);
  const { receivers, above, ...list } = await listOf(tx, owned);
  const listed = [...receivers, ...above.flatMap((each) => each.receivers)];
  const numbers = listed.flatMap(({ mobile }) => mobile ?? []);
  const unconfirmed = await unconfirmedAmong(tx, owned.custId, numbers);
  const present = (receiver: StoredReceiver) => presentReceiver(receiver, rights, unconfirmed);
  return {
    ...list,
    receivers: receivers.map(present),
    above: above.flatMap(({ source, receivers: others }) =>
      source.kind === 'customer' ? [{ ...source, receivers: others.map(present) }] : [],
    ),
    ...{
      rights,
      kinRights: mayGiveKin(caller, owned.custId),
      limited: caller.isPrivate,
      region: regionOf(await marketOf(tx, owned.custId)),
    },
  };
}

/** Throws `validationFailed` with the path of each fault, `listChanged` with the name of who changed the list since, and `tooManyNumbers`. */
export async function saveOwnList(
  tx: Database,
  owned: Owned,
  { body, pinHashes }: { body: ListBody; pinHashes: PinHashes },
  by: Caller,
): Promise<void> {
  await reachAll(tx);
  const { custId, audit } = owned;
  const list = await listOf(tx, owned);
  const before = list.receivers;
  if (list.rev !== body.rev) throw await listChanged(tx, owned);
  if (by.isPrivate) refuseAnotherEnd(body, keptEnd(list));
  const userIds = body.receivers.flatMap(({ userId }) => userId ?? []);
  const rules = {
    numbers: { ...owned.numbers, market: await marketOf(tx, custId) },
    users: await usersFor(tx, owned, { before, userIds }, by),
    rights: recipientRights(by, custId),
    limited: by.isPrivate,
    ...{ before, pinHashes, kinRights: mayGiveKin(by, custId), heldKin: heldKin(by, custId) },
  };
  const receivers = checkedReceivers(body, rules);
  const { repeats, pauseSeconds, continueAbove } = body;
  const end = { repeats, pauseSeconds, continueAbove };
  const save = { rev: body.rev, receivers, ...end, at: audit.at, userId: by.userId };
  if (!(await saveList(tx, owned.owner, save))) throw await listChanged(tx, owned);
  const { receivers: saved } = await listOf(tx, owned);
  const numbers = saved.flatMap(({ mobile }) => mobile ?? []);
  await countEnteredNumbers(tx, { custId, numbers, userId: by.userId, at: audit.at });
  await askToConfirm(tx, { custId, receivers: saved, consoleUrl: owned.consoleUrl, at: audit.at });
  await recordListAudit(tx, owned, 'eventSetup.saved', {
    receiverCount: receivers.length,
    ...(continueAbove !== undefined && { continueAbove }),
  });
}

/**
 * Saves the list of another device of the household as the own one of this device. Throws `listChanged`, with the name of this
 * device, when that is not at `rev` any more.
 */
export async function copyList(
  tx: Database,
  owned: Owned,
  { from, device, rev }: { from: EffectiveList; device: DeviceRecord; rev: number },
  by: Caller,
): Promise<void> {
  const list = await listOf(tx, owned);
  if (list.rev !== rev) throw await listChanged(tx, owned, device);
  const before = list.receivers;
  const userIds = from.receivers.flatMap(({ userId }) => userId ?? []);
  const users = await usersFor(tx, owned, { before, userIds }, by);
  const receivers = copiedReceivers(from.receivers, { before, device, users }, by);
  // What comes after the end of a list is not for private users to change.
  const { repeats, pauseSeconds, continueAbove } = by.isPrivate ? keptEnd(list) : from;
  const end = { repeats, pauseSeconds, continueAbove };
  if (!(await saveList(tx, owned.owner, { rev, receivers, ...end, at: owned.audit.at, userId: by.userId })))
    throw await listChanged(tx, owned, device);
  await recordListAudit(tx, owned, 'eventSetup.saved', { receiverCount: receivers.length, continueAbove });
}

/** The users whom the caller may have on the list: who is on it, and of these who handles the alarms. With their numbers. */
async function usersFor(
  tx: Database,
  owned: Owned,
  { before, userIds }: { before: readonly StoredReceiver[]; userIds: readonly number[] },
  by: Caller,
): Promise<Map<number, string | null>> {
  const handlers = await alarmHandlersAmong(tx, { ...mayReceive(owned, by), userIds });
  return new Map(
    [...before, ...handlers].flatMap(({ userId, mobile }) => (userId === null ? [] : [[userId, mobile] as const])),
  );
}

type End = Pick<EffectiveList, keyof typeof usualEnd>;

/** The end that stays when nobody changes it. A first list ends as the inherited one, but goes on with no list above. */
const keptEnd = (list: EffectiveList & { rev: number }): End =>
  list.source.kind === 'none' ? usualEnd : { ...list, continueAbove: list.rev > 0 && list.continueAbove };

/** Throws `validationFailed`: what comes after the end of a list is not for private users to change. */
function refuseAnotherEnd(body: ListBody, kept: End): void {
  const changed = (['repeats', 'pauseSeconds', 'continueAbove'] as const).filter(
    (field) => body[field] !== undefined && body[field] !== kept[field],
  );
  const message = 'is not changed by private users';
  if (changed.length > 0)
    throw new AppError(
      'validationFailed',
      changed.map((path) => ({ path, message })),
    );
}

/** `other`: it is the list of that one, and not the one that is edited. */
async function listChanged(tx: Database, { owner }: Owned, other?: DeviceRecord): Promise<AppError> {
  const own = await findOwnList(tx, owner);
  return new AppError('listChanged', [
    { path: 'changedBy', message: own?.changedBy ?? '' },
    ...(other === undefined ? [] : [{ path: 'device', message: other.deviceName }]),
  ]);
}

/** The query of the users who may be on the list. */
const mayReceive = ({ custId, audit }: Owned, { isPrivate }: Caller) => ({
  ...{ custId, now: audit.at, withOperators: !isPrivate },
});

/** The users who may be on the list and whose names contain `search`, as this caller sees them. */
export async function showReceiverUsers(tx: Database, owned: Owned, caller: Caller, search?: string) {
  const rights = recipientRights(caller, owned.custId);
  const { users, more } = await searchAlarmHandlers(tx, { ...mayReceive(owned, caller), search });
  return { users: users.map((user) => withRights(user, rights)), more };
}

export async function removeOwnList(tx: Database, owned: Owned): Promise<void> {
  const { receivers } = await listOf(tx, owned);
  if (!(await removeList(tx, owned.owner))) return;
  await keepNumbers(
    tx,
    owned.audit.at,
    receivers.flatMap(({ mobile }) => mobile ?? []),
  );
  await recordListAudit(tx, owned, 'eventSetup.deleted');
}

/**
 * Asks a receiver of the owner's own list once more to confirm the number, when it still waits for that. Throws `notFound`,
 * and `tooManyRequests` within a day of the last time.
 */
export async function askReceiver(tx: Database, owned: Owned, receiverId: number): Promise<void> {
  const { custId, consoleUrl, audit } = owned;
  const { rev, receivers } = await listOf(tx, owned);
  const asked = receivers.filter((receiver) => rev > 0 && receiver.receiverId === receiverId);
  if (asked.length === 0) throw new AppError('notFound');
  const numbers = asked.flatMap(({ mobile }) => mobile ?? []);
  if ((await unconfirmedAmong(tx, custId, numbers)).size === 0) return;
  const count = await askToConfirm(tx, { custId, receivers: asked, consoleUrl, at: audit.at });
  if (count === 0) throw new AppError('tooManyRequests');
  await recordListAudit(tx, owned, 'eventSetup.numberAsked');
}

/** Who looks at devices whose alarms reach nobody has to ask again. */
export const listsChanged = async (tx: Database, { owner, custId }: Owned): Promise<LiveEvent> => ({
  type: 'notificationLists',
  custIds: 'custId' in owner ? await customersBelow(tx, custId) : [custId],
});

/** Without the receivers: they are people, and the audit log is not erased with the list. */
export const recordListAudit = (tx: Database, { audit }: Owned, action: AuditAction, after?: Record<string, unknown>) =>
  recordAudit(tx, { ...audit, action, ...(after && { after }) });
