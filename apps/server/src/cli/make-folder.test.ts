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

test('a folder is created with its parents, and an existing one is unchanged', () => {
  const deep = join(folder, 'a', 'b', 'c');
  makeFolder(deep);
  makeFolder(deep);
  expect(statSync(deep).isDirectory()).toBe(true);
});

test('an obstacle is reported', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeFolder(join(folder, 'file', 'data'))).toThrow('ENOTDIR');
});

test.runIf(existsSync('/proc/self'))(
  'a file system that cannot create folders is reported, and not retried for ever',
  () => {
    expect(() => makeFolder('/proc/nope')).toThrow('ENOENT');
    expect(() => makeFolder('/proc/nope/data')).toThrow('ENOENT');
  },
);
