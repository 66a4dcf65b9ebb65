import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.ts';

/** A test that names a statement in its title. */
interface Proof {
  /** Path of the test file from the project's root. */
  file: string;
  title: string;
}

/** The tests that prove each statement, by its id. */
export type Proofs = ReadonlyMap<string, readonly Proof[]>;

/** Proofs by statement id, as the titles of all tests name them. */
export function readProofs(): Proofs {
  const proofs = new Map<string, Proof[]>();
  for (const file of testFiles()) {
    for (const { ids, title } of namedIn(readFileSync(join(root, file), 'utf8'))) {
      for (const id of ids) {
        const known = proofs.get(id) ?? [];
        if (!known.some((proof) => proof.file === file && proof.title === title)) known.push({ file, title });
        proofs.set(id, known);
      }
    }
  }
  return proofs;
}

/** A quoted text with `[C2.14 D4.031]` in it. A row of a test table counts as a title too. */
const titled = /(['"`])((?:\\.|(?!\1)[^\\\n])*?\[(?:[A-Z]\d\.\d{2,3}[ ,]*)+\](?:\\.|(?!\1)[^\\\n])*)\1/g;
const idGroup = /\[((?:[A-Z]\d\.\d{2,3}[ ,]*)+)\]/g;

/** The titles in a test file's source that name statements, without the ids, and the ids. */
export function namedIn(source: string): { ids: string[]; title: string }[] {
  return [...source.matchAll(titled)].map(([, , text = '']) => ({
    ids: idsIn(text),
    title: text.replaceAll(idGroup, '').replaceAll(/\\(.)/g, '$1').trim(),
  }));
}

/** The statements that a title names, as `[C2.14 D4.031]`. */
export const idsIn = (title: string): string[] =>
  [...title.matchAll(idGroup)].flatMap(([, group = '']) => group.trim().split(/[ ,]+/));

const rooms = ['apps', 'packages', 'e2e', 'scripts', 'testing', 'bench'];

/** All test files, except those of this folder: their ids are examples. */
function testFiles(): string[] {
  return rooms
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((name) => `${room}/${name}`),
    )
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path) && !/(^|\/)(node_modules|dist)\//.test(path))
    .filter((path) => !path.startsWith('scripts/coverage/'))
    .sort();
}
