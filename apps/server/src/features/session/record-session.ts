import type { Context } from '@varde/contract/session';
import { homeOf } from '#domain/accounts/home-of.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import type { Database } from '../../platform/database/database.ts';

interface Session {
  userId: number;
  context: Context;
  /** The IP address of the call. */
  address: string;
}

/** Audits that a user has logged in or out. */
export const recordSession = async (
  tx: Database,
  action: 'session.begun' | 'session.ended',
  by: Session,
  at: number,
): Promise<void> =>
  recordAudit(tx, {
    ...{ action, at: new Date(at), by },
    custId: await homeOf(tx, by.userId),
    subject: { kind: 'user', id: by.userId },
  });
