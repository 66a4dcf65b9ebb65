import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'varde-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a folder is made with those above it, and one that is there is left as it is', () => {
  const deep = join(folder, 'a', 'b', 'c');
  makeFolder(deep);
  makeFolder(deep);
  expect(statSync(deep).isDirectory()).toBe(true);
});

test('what stands in the way is said', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeFolder(join(folder, 'file', 'data'))).toThrow('ENOTDIR');
});

test.runIf(existsSync('/proc/self'))(
  'a file system that makes no folders is said, and not tried for ever',
  () => {
    expect(() => makeFolder('/proc/nope')).toThrow('ENOENT');
    expect(() => makeFolder('/proc/nope/data')).toThrow('ENOENT');
  },
);
