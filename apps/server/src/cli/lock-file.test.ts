import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from './lock-file.ts';

let folder: string;
let lock: string;
let children: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'varde-lock-'));
  lock = join(folder, 'lock');
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** A process that tries to take the lock and reports the outcome. It lives until it is killed or its input ends. */
async function contender(within: readonly string[] = []): Promise<{ child: ChildProcess; says: string }> {
  const program = `import { takeLock } from ${JSON.stringify(join(import.meta.dirname, 'lock-file.ts'))};
    try { takeLock(${JSON.stringify(lock)}); console.log('taken'); } catch (error) { console.log(error.message); }
    process.stdin.resume();`;
  const [file = '', ...args] = [...within, process.execPath, '--input-type=module-typescript', '--eval', program];
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, says: said.toString().trim() };
}

/** As in a container: the process numbers are its own. */
const ownProcessNumbers = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'];
const canSeparate = spawnSync(ownProcessNumbers[0] ?? '', [...ownProcessNumbers.slice(1), 'true']).status === 0;

const killed = async (child: ChildProcess) => {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

test('a released lock can be taken again', () => {
  takeLock(lock)();
  takeLock(lock)();
});

test('a lock is refused to a second one in the same process', () => {
  const release = takeLock(lock);
  expect(() => takeLock(lock)).toThrow(`in use by process ${process.pid} on ${hostname()} (${lock})`);
  release();
  takeLock(lock)();
});

test('a lock is refused while another process has it, and is free at once when that is killed', async () => {
  const { child, says } = await contender();
  expect(says).toBe('taken');
  expect(() => takeLock(lock)).toThrow(`in use by process ${child.pid} on ${hostname()} (${lock})`);
  await killed(child);
  takeLock(lock)();
});

test('a refused process leaves the lock with its holder', async () => {
  const release = takeLock(lock);
  const refused = await contender();
  expect(refused.says).toContain(`in use by process ${process.pid} on`);
  await killed(refused.child);
  expect((await contender()).says).toContain(`in use by process ${process.pid} on`);
  release();
  expect((await contender()).says).toBe('taken');
});

test.runIf(canSeparate)('a lock is refused while a process of another container has it', async () => {
  const inside = await contender(ownProcessNumbers);
  expect(inside.says).toBe('taken');
  expect(() => takeLock(lock)).toThrow('the data folder is in use by process');
  expect((await contender(ownProcessNumbers)).says).toContain('the data folder is in use by process');
});

test.each(['process 999999999 on elsewhere', '', '-1 5'])(
  'the holder is known by the kernel and not by the text of the file, which may be of another container: %j',
  async (text) => {
    writeFileSync(lock, text);
    const { says } = await contender();
    expect(says).toBe('taken');
    writeFileSync(lock, text);
    expect(() => takeLock(lock)).toThrow(`in use by ${text || 'another process'} (${lock})`);
  },
);

test('of many processes that start at once, one gets the lock', async () => {
  const said = await Promise.all(Array.from({ length: 6 }, () => contender()));
  expect(said.filter(({ says }) => says === 'taken')).toHaveLength(1);
});
