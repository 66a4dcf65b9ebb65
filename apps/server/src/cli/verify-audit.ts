import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chainHolds, verifyAuditChain } from '#domain/audit/audit-verification.ts';
import { type DigestBook, digestsIn, openDigestBook, type SignedDigest } from '#domain/audit/digest-book.ts';
import { readConfig } from '../config.ts';
import type { Database } from '../platform/database/database.ts';
import type { Command } from './command.ts';
import { openInstallation } from './installation.ts';
import { print } from './terminal.ts';
import { codeOf, UserError } from './user-error.ts';

const faults = {
  chain: 'does not follow from the one before',
  content: 'was changed',
  missing: 'is gone, and nothing in the log says so',
  unlinked: 'an entry was never in the chain',
  cut: 'is the last that was written, and is gone',
} as const;

export const verifyAuditCommand: Command = {
  name: 'verify-audit',
  usage: 'verify-audit [--digest <file>] [--head <number>:<hash>]',
  text: 'Prove that the audit log is whole, also against the digests in the data folder and in a file (a mail, or lines of the log), and print its head.',
  async run(args) {
    const { values } = parseArgs({ args, options: { head: { type: 'string' }, digest: { type: 'string' } } });
    const noted = values.head === undefined ? null : readHead(values.head);
    const config = readConfig();
    const book = openDigestBook(config.dataDir);
    const digests = [...book.all(), ...(values.digest === undefined ? [] : readDigests(values.digest))];
    const { database, close } = await openInstallation(config);
    try {
      const { fault, entries, removed, head } = await verifyAuditChain(database.db);
      if (fault !== null) {
        const which = fault.seq === null ? '' : `entry ${fault.seq} `;
        throw new UserError(`the audit log was tampered with: ${which}${faults[fault.reason]}`);
      }
      if (noted !== null && !(await chainHolds(database.db, noted)))
        throw new UserError(`the audit log was tampered with: entry ${noted.seq} is not the one that was noted`);
      for (const digest of digests) await requireDigest(database.db, book, digest);
      print(`The audit log is whole: ${entries} entries, ${removed} removed at the end of their time.`);
      if (digests.length > 0) print(`It holds all of ${digests.length} digests.`);
      if (head !== null) print(`Head ${head.seq}:${head.hash}`);
    } finally {
      await close();
    }
  },
};

function readHead(text: string): { seq: number; hash: string } {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined) throw new UserError('--head looks like 1234:<64 hexadecimal digits>');
  return { seq: Number(seq), hash };
}

function readDigests(file: string): SignedDigest[] {
  const digests = digestsIn(readText(file));
  if (digests.length === 0) throw new UserError(`${file} holds no digest of an audit log`);
  return digests;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${codeOf(error)}`);
  }
}

async function requireDigest(db: Database, book: DigestBook, digest: SignedDigest): Promise<void> {
  const day = digest.at.toISOString();
  if (!book.isOurs(digest)) throw new UserError(`the digest of ${day} was not signed by this installation`);
  if (!(await chainHolds(db, digest)))
    throw new UserError(
      `the audit log was tampered with: it does not hold the digest of ${day} (${digest.seq} entries)`,
    );
}
