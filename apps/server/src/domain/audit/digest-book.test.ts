import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { digestsIn, openDigestBook, type SignedDigest } from './digest-book.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'varde-digests-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const digest = { at: new Date(Date.UTC(2026, 2, 1)), seq: 1234, hash: 'a1'.repeat(32) };
const only = (digests: SignedDigest[]): SignedDigest => {
  expect(digests).toHaveLength(1);
  return digests[0] as SignedDigest;
};

test('a digest is stored, found again and recognised as signed here, also by the next process', () => {
  const line = openDigestBook(join(folder, 'data')).write(digest);
  const book = openDigestBook(join(folder, 'data'));
  expect(book.all()).toEqual([{ ...digest, line }]);
  expect(book.isOurs(only(book.all()))).toBe(true);
  book.write({ ...digest, seq: 1240 });
  expect(book.all().map(({ seq }) => seq)).toEqual([1234, 1240]);
  for (const name of ['audit-digest.key', 'audit-digests.txt'])
    expect(statSync(join(folder, 'data', name)).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, 'data', 'audit-digests.txt'), 'utf8').split('\n')).toHaveLength(3);
});

test('a digest is found in a log line and in a mail that wraps it', () => {
  const line = openDigestBook(folder).write(digest);
  const wrapped = `Hei\r\n\r\n> ${line.replaceAll(' ', '\r\n ')}\r\nHilsen`;
  const quoted = line.replaceAll(/(.{60})/g, '$1=\r\n');
  for (const text of [`{"level":30,"digest":"${line}","msg":"x"}`, wrapped, quoted])
    expect(only(digestsIn(text))).toEqual({ ...digest, line });
});

test.each<[string, (line: string) => string]>([
  ['another number of links', (line) => line.replace(' 1234 ', ' 1235 ')],
  ['another hash', (line) => line.replace('a1a1', 'b1a1')],
  ['another day', (line) => line.replace('2026-03-01', '2026-03-02')],
  ['a made-up signature', (line) => line.replace(/\S+$/, 'A'.repeat(86))],
])('a digest with %s was not signed here', (_, change) => {
  const book = openDigestBook(folder);
  const line = book.write(digest);
  expect(change(line)).not.toBe(line);
  expect(book.isOurs(only(digestsIn(change(line))))).toBe(false);
});

test('a digest of another installation was not signed here, and without a key none was', () => {
  const theirs = only(digestsIn(openDigestBook(join(folder, 'other')).write(digest)));
  const book = openDigestBook(join(folder, 'ours'));
  expect(book.isOurs(theirs)).toBe(false);
  book.write(digest);
  expect(book.isOurs(theirs)).toBe(false);
});

test('text without a digest yields none', () => {
  const line = openDigestBook(folder).write(digest);
  for (const text of ['', line.slice(0, -1), line.replace('2026-03-01T', '2026-99-01T')])
    expect(digestsIn(text)).toEqual([]);
});
