import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.ts';

const folder = join(root, 'apps/server/migrations');

/** The migrations in the order in which they were added, with their SHA-256, as `sha256sum` writes it. */
export const migrationList = join(root, 'apps/server/migrations.sha256');

interface Migration {
  name: string;
  sha256: string;
}

export const readMigrations = (): Migration[] =>
  readdirSync(folder).map((name) => ({
    name,
    sha256: createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex'),
  }));

/**
 * The list with the migrations that are not in it yet. Throws with the names of those that databases in use have applied
 * otherwise: that were changed or removed since they were added, or come before one that was added earlier.
 */
export function withNewMigrations(list: string, migrations: readonly Migration[]): string {
  const added = list
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ sha256: line.slice(0, 64), name: line.slice(66) }));
  const names = new Set(added.map(({ name }) => name));
  const fresh = migrations.filter(({ name }) => !names.has(name)).toSorted(byName);
  const all = [...added, ...fresh];
  const present = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  const faults = [
    ...added.flatMap(({ name, sha256 }) =>
      present.get(name) === sha256 ? [] : [`${name} was changed or removed after it was added: write a new one`],
    ),
    ...all.slice(1).flatMap(({ name }, at) => {
      const before = all[at]?.name ?? '';
      return numberOf(name) > numberOf(before) ? [] : [`${name} was added after ${before}: give it a higher number`];
    }),
  ];
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return all.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');
}

const numberOf = (name: string): number => Number.parseInt(name, 10);
const byName = (a: Migration, b: Migration): number => (a.name < b.name ? -1 : 1);
