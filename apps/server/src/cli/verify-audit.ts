import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { readConfig } from '../config.ts';
import { verifyAuditChain } from '../platform/audit-verification.ts';
import { type Database, queryRows } from '../platform/database.ts';
import type { Command } from './command.ts';
import { openInstallation } from './installation.ts';
import { print } from './terminal.ts';
import { UserError } from './user-error.ts';

const faults = {
  chain: 'does not follow from the one before',
  content: 'was changed',
  missing: 'is gone, and nothing in the log says so',
  unlinked: 'an entry was never in the chain',
  cut: 'is the last that was written, and is gone',
} as const;

export const verifyAuditCommand: Command = {
  name: 'verify-audit',
  usage: 'verify-audit [--head <number>:<hash>]',
  text: 'Prove that the audit log is whole, and print its head: noted elsewhere and given back later, it proves that nothing was cut off.',
  async run(args) {
    const { values } = parseArgs({ args, options: { head: { type: 'string' } } });
    const noted = values.head === undefined ? null : readHead(values.head);
    const { database, close } = await openInstallation(readConfig());
    try {
      const { fault, entries, removed, head } = await verifyAuditChain(database.db);
      if (fault !== null) {
        const which = fault.seq === null ? '' : `entry ${fault.seq} `;
        throw new UserError(`the audit log was tampered with: ${which}${faults[fault.reason]}`);
      }
      if (noted !== null && !(await holds(database.db, noted)))
        throw new UserError(
          `the audit log was tampered with: entry ${noted.seq} is not the one that was noted`,
        );
      print(`The audit log is whole: ${entries} entries, ${removed} removed at the end of their time.`);
      if (head !== null) print(`Head ${head.seq}:${head.hash}`);
    } finally {
      await close();
    }
  },
};

function readHead(text: string): { seq: number; hash: string } {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined)
    throw new UserError('--head looks like 1234:<64 hexadecimal digits>');
  return { seq: Number(seq), hash };
}

async function holds(db: Database, { seq, hash }: { seq: number; hash: string }): Promise<boolean> {
  const rows = await queryRows(db, sql`select from audit_chain where seq = ${seq} and hash = ${hash}`);
  return rows.length > 0;
}
