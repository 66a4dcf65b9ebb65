import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildFolderOf, putInPlace, removeLeftovers } from './build-folder.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'varde-build-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

function build(pid: number): void {
  mkdirSync(join(parent, buildFolderOf(pid)), { recursive: true });
  for (const file of ['index.html', `asset-${pid}.js`])
    writeFileSync(join(parent, buildFolderOf(pid), file), String(pid));
}
/** No living process has this number (Linux: at most 4,194,304). */
const dead = 99_999_999;

test('consoles that are built concurrently are complete, whichever is put in place last', () => {
  for (const pid of [1, 2, 3]) build(pid);
  for (const pid of [2, 1, 3]) {
    putInPlace(parent, pid);
    expect(readdirSync(join(parent, 'dist')).sort()).toEqual([`asset-${pid}.js`, 'index.html']);
  }
  expect(readFileSync(join(parent, 'dist/index.html'), 'utf8')).toBe('3');
  expect(readdirSync(parent)).toEqual(['dist']);
});

test('remains of killed builds are removed, and a build in progress is not', () => {
  build(dead);
  build(process.pid);
  for (const name of ['dist', 'dist.new', `dist.old.${dead}`, 'dist.news', 'src']) mkdirSync(join(parent, name));
  removeLeftovers(parent);
  expect(readdirSync(parent).sort()).toEqual(['dist', buildFolderOf(process.pid), 'dist.news', 'src'].sort());
});
