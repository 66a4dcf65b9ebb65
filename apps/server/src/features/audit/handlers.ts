import type { api } from '@varde/contract/api';
import type { AuditEntry } from '@varde/contract/audit';
import type { HandlerInput } from '@varde/contract/endpoint';
import { recordAudit } from '#domain/audit/audit.ts';
import { recordLook } from '#domain/audit/audit-looks.ts';
import { verifyAuditChain } from '#domain/audit/audit-verification.ts';
import { findRetention, setRetention } from '#domain/audit/customer-retention.ts';
import { recordExport } from '#domain/audit/record-export.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { withMentions } from './mentions.ts';
import { type AuditRow, listEntries, positionOf } from './store.ts';

interface AuditOptions {
  /** Retention of entries for customers without their own setting, days. */
  auditDays: number;
}

type Group = (typeof api)['audit'];
type Dependencies = Pick<FeatureDependencies, 'db' | 'clock'> & AuditOptions;

/** Reads the audit log. `recordAudit` writes it. */
export function auditHandlers({ db, clock, auditDays }: Dependencies): Handlers<Group> {
  const retentionOf = async (caller: Caller, policy: 'AUDIT_LOG' | 'RETENTION', custId: number) => {
    const found = await findRetention(db, caller.scopeOf(policy), custId, auditDays);
    if (found === undefined) throw new AppError('notFound');
    return { ...found, changeable: caller.acting.may('RETENTION', custId) };
  };
  return {
    async listAudit({ query }, caller) {
      const look = lookOf(query, caller, new Date(clock.now()));
      const position = query.cursor === undefined ? null : positionOf(query.cursor);
      const exportId = query.purpose === 'export' ? await recordExport(db, look, position) : null;
      const { page, nextCursor } = await listEntries(db, caller, query, {
        belowId: position?.auditId,
        exportId,
      });
      if (exportId === null) await recordLook(db, look); // recorded after the read, so that a look does not list itself
      return {
        entries: await withMentions(db, caller.scopeOf('AUDIT_LOG'), page.map(presentEntry)),
        nextCursor,
        abilities: caller.scopeOf('AUDIT_LOG') === 'all' ? ['verify'] : [],
      };
    },

    async verifyAudit(_input, caller) {
      // The chain covers the entries of all customers.
      if (caller.scopeOf('AUDIT_LOG') !== 'all') throw new AppError('notAllowed');
      return verifyAuditChain(db);
    },

    getAuditRetention: ({ params }, caller) => retentionOf(caller, 'AUDIT_LOG', params.custId),

    // Reading the log is not enough: a reader could otherwise shorten the retention of their own entries.
    async saveAuditRetention({ params: { custId }, body: { days } }, caller) {
      const { own } = await retentionOf(caller, 'RETENTION', custId);
      if (own !== days) {
        await db.transaction(async (tx) => {
          await setRetention(tx, custId, days);
          await recordAudit(tx, {
            action: 'audit.retention',
            at: new Date(clock.now()),
            by: caller,
            custId,
            subject: { kind: 'customer', id: custId },
            before: { days: own },
            after: { days },
          });
        });
      }
      return retentionOf(caller, 'RETENTION', custId);
    },
  };
}

type Query = HandlerInput<Group['listAudit']>['query'];

function lookOf({ cursor: _, limit: __, purpose, ...filter }: Query, by: Caller, at: Date) {
  return {
    action: purpose === 'export' ? ('audit.exported' as const) : ('audit.read' as const),
    at,
    by,
    // The look belongs to the log of the customer in the filter only if the reader may read that log.
    custId: filter.custId !== undefined && by.may('AUDIT_LOG', filter.custId) ? filter.custId : null,
    ...(filter.deviId === undefined ? {} : { deviId: filter.deviId }),
    after: { filter },
  };
}

/** A recorded entry with the present names of its users, customers and devices. */
function presentEntry({
  auditId,
  content,
  hash,
  userName,
  keyName,
  firmName,
  deviceName,
}: AuditRow): Omit<AuditEntry, 'mentions'> {
  const { userId, keyId, custId, deviId, subject, subjectId, ...rest } = JSON.parse(content);
  return {
    ...rest,
    auditId,
    hash,
    user: userId === null ? null : { userId, name: userName },
    key: keyId === undefined ? null : { keyId, name: keyName },
    customer: custId === null ? null : { custId, firmName },
    device: deviId === null ? null : { deviId, deviceName },
    subject: subject === null ? null : { kind: subject, id: subjectId },
  };
}
