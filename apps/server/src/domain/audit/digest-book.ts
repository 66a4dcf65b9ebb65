import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Head of the audit chain at a moment: `seq` links, the last with this hash. */
export interface AuditDigest {
  at: Date;
  seq: number;
  hash: string;
}

/** A digest in its one-line text form. */
export interface SignedDigest extends AuditDigest {
  line: string;
}

/**
 * The digests of this installation, outside its database: an attacker who rewrites the log there can neither change the
 * digests that were stored here and mailed, nor sign others.
 */
export interface DigestBook {
  /** Signs a digest and stores it. Returns its line. Throws the system's error when the folder cannot be written. */
  write(digest: AuditDigest): string;
  /** The stored digests, oldest first. */
  all(): SignedDigest[];
  /** Whether a digest was signed here. */
  isOurs(digest: SignedDigest): boolean;
}

const digestPattern = /varde-audit-digest\s+(\S{24})\s+(\d{1,15})\s+([0-9a-f]{64})\s+([\w-]{86})/g;

/** The digests in a text: log lines, or a mail, which wraps long lines. */
export const digestsIn = (text: string): SignedDigest[] =>
  [...text.replaceAll(/=\r?\n/g, '').matchAll(digestPattern)].flatMap(([found, at = '', seq, hash = '']) => {
    const moment = new Date(at);
    const line = found.replaceAll(/\s+/g, ' ');
    return Number.isNaN(moment.getTime()) ? [] : [{ line, at: moment, seq: Number(seq), hash }];
  });

/**
 * In the data folder: `audit-digests.txt`, and the Ed25519 signing key `audit-digest.key`, created with the first
 * digest.
 */
export function openDigestBook(folder: string): DigestBook {
  const book = join(folder, 'audit-digests.txt');
  const keyFile = join(folder, 'audit-digest.key');
  return {
    write({ at, seq, hash }) {
      mkdirSync(folder, { recursive: true });
      const signed = `varde-audit-digest ${at.toISOString()} ${seq} ${hash}`;
      const signature = sign(null, Buffer.from(signed), existsSync(keyFile) ? readKey(keyFile) : makeKey(keyFile));
      const line = `${signed} ${signature.toString('base64url')}`;
      appendFileSync(book, `${line}\n`, { mode: 0o600, flush: true });
      return line;
    },
    all: () => (existsSync(book) ? digestsIn(readFileSync(book, 'utf8')) : []),
    isOurs({ line }) {
      if (!existsSync(keyFile)) return false;
      const end = line.lastIndexOf(' ');
      const signature = Buffer.from(line.slice(end + 1), 'base64url');
      return verify(null, Buffer.from(line.slice(0, end)), createPublicKey(readKey(keyFile)), signature);
    },
  };
}

const readKey = (file: string): KeyObject => createPrivateKey(readFileSync(file));

/** Never overwrites an existing key. */
function makeKey(file: string): KeyObject {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(file, pem, { mode: 0o600, flag: 'wx', flush: true });
  return privateKey;
}
