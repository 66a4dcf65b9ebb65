import type { AuditAction } from '@varde/catalogue/audit-actions';
import type { EventSetup } from '@varde/contract/event-setup';
import type { LiveEvent } from '@varde/contract/events';
import { type AuditEntry, recordAudit } from '#domain/audit/audit.ts';
import { customersBelow } from '#domain/customers/customers-below.ts';
import {
  effectiveList,
  findOwnList,
  type ListOwner,
  type ListToSave,
  removeList,
  saveList,
} from '#domain/notifications/lists.ts';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database.ts';
import { reachAll } from '#platform/reach-all.ts';

/** The owner of a list, for whom the caller has been authorised, and what an entry of the audit log says of it. */
export interface Owned {
  owner: ListOwner;
  custId: number;
  audit: Omit<AuditEntry, 'action'>;
}

type Shown = Pick<EventSetup, 'source' | 'rev' | 'receivers'>;

/** The list in effect. In a transaction, which has the server's own reach from here on: customers above count too. */
export async function showList(tx: Database, { owner, custId }: Owned): Promise<Shown> {
  await reachAll(tx);
  const own = await findOwnList(tx, owner);
  const assignmentId = 'custId' in owner ? null : owner.assignmentId;
  return { ...(await effectiveList(tx, { assignmentId, custId })), rev: own?.rev ?? 0 };
}

/** Throws `listChanged` with the name of who changed the list since. */
export async function saveOwnList(tx: Database, owned: Owned, save: ListToSave): Promise<void> {
  await reachAll(tx);
  if (!(await saveList(tx, owned.owner, save))) {
    const own = await findOwnList(tx, owned.owner);
    throw new AppError('listChanged', [{ path: 'changedBy', message: own?.changedBy ?? '' }]);
  }
  await recordListAudit(tx, owned, 'eventSetup.saved', { receiverCount: save.receivers.length });
}

export async function removeOwnList(tx: Database, owned: Owned): Promise<void> {
  await reachAll(tx);
  if (await removeList(tx, owned.owner)) await recordListAudit(tx, owned, 'eventSetup.deleted');
}

/** Who looks at devices whose alarms reach nobody has to ask again. */
export const listsChanged = async (tx: Database, { owner, custId }: Owned): Promise<LiveEvent> => ({
  type: 'notificationLists',
  custIds: 'custId' in owner ? await customersBelow(tx, custId) : [custId],
});

/** Without the receivers: they are people, and the audit log is not erased with the list. */
export const recordListAudit = (
  tx: Database,
  { audit }: Owned,
  action: AuditAction,
  after?: Record<string, unknown>,
) => recordAudit(tx, { ...audit, action, ...(after && { after }) });
