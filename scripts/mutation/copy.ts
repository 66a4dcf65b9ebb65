import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../run.ts';
import { instrument } from './instrument.ts';
import type { Mutant } from './mutants.ts';

/** The path of a copy with these bugs in it, each behind its switch. It is removed when this process ends. */
export function copyWith(mutants: readonly Mutant[]): string {
  const { path, remove } = copyProject();
  process.once('exit', remove);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  for (const [file, found] of Map.groupBy(mutants, (mutant) => mutant.file))
    writeFileSync(join(path, file), instrument(readFileSync(join(root, file), 'utf8'), found));
  return path;
}

/**
 * A copy of the working tree in which sources can be changed. It is inside the project, so that npm's packages resolve
 * from there; the project's own are linked to the copy.
 */
function copyProject(): { path: string; remove(): void } {
  const path = join(root, '.mutation', String(process.pid));
  rmSync(path, { recursive: true, force: true });
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0')) {
    if (file === '' || file.endsWith('.png') || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(path, file)), { recursive: true });
    cpSync(join(root, file), join(path, file));
  }
  mkdirSync(join(path, 'node_modules'));
  const options = { recursive: true, verbatimSymlinks: true };
  cpSync(join(root, 'node_modules/@varde'), join(path, 'node_modules/@varde'), options);
  for (const room of new Set(listed.match(/(?<=\0)(apps|packages)\/[^/]+|(?<=\0)(testing|bench|e2e)(?=\/)/g)))
    if (existsSync(join(root, room, 'node_modules')))
      symlinkSync(join(root, room, 'node_modules'), join(path, room, 'node_modules'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}
