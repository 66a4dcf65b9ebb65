import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from './lock-file.ts';

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'varde-lock-'));
  lock = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a lock that was taken is given back', () => {
  const release = takeLock(lock);
  expect(existsSync(lock)).toBe(true);
  release();
  expect(existsSync(lock)).toBe(false);
});

test('a lock whose holder lives is respected', () => {
  writeFileSync(lock, `${process.ppid} `);
  expect(() => takeLock(lock)).toThrow(`in use by process ${process.ppid}`);
});

test.each(['999999999 1', '', 'nonsense', '-1 5'])('a lock of nobody who lives is taken over: %j', (text) => {
  writeFileSync(lock, text);
  takeLock(lock)();
  expect(existsSync(lock)).toBe(false);
});

test.runIf(existsSync('/proc/self/stat'))('a number that another process has got since holds nothing', () => {
  writeFileSync(lock, `${process.ppid} 1`);
  takeLock(lock)();
});
