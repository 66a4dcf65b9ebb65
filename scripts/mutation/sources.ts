import { execFileSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { root } from '../run.ts';

/** Sources under a folder, or the one file, as paths from the project's root; without tests and test helpers. */
export function sourcesOf(target: string): string[] {
  const path = resolve(target);
  if (!existsSync(path)) throw new Error(`There is no ${target}.`);
  const files = statSync(path).isDirectory()
    ? globSync('**/*.{ts,tsx}', { cwd: path }).map((file) => join(path, file))
    : [path];
  return files
    .map((file) => relative(root, file))
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$|(^|\/)(testing|node_modules)\//.test(file))
    .sort();
}

/** Sources that differ from `main`, or are new. */
export function changedSources(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  const changed = [...git('diff', '--name-only', 'main'), ...git('ls-files', '-o', '--exclude-standard')];
  return changed
    .filter((file) => /^(apps|packages)\/.*\/src\/.*\.tsx?$/.test(file))
    .map((file) => join(root, file))
    .filter((file) => existsSync(file))
    .flatMap(sourcesOf);
}
