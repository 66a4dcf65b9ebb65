import type { Database } from '#platform/database/database.ts';
import { type AuditActor, type AuditEntry, recordAudit } from '../audit/audit.ts';
import type { Owner } from './claims.ts';

/** Audits a change of an alarm at its customer. In the transaction of the change. */
export const auditAlarm = (
  tx: Database,
  { alarmId, at, by }: { alarmId: number; at: Date; by: AuditActor },
  { custId, deviId }: Owner,
  change: Required<Pick<AuditEntry, 'action' | 'before' | 'after'>>,
): Promise<void> => recordAudit(tx, { ...change, at, by, custId, deviId, subject: { kind: 'alarm', id: alarmId } });
