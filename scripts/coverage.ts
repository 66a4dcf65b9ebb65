import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** One sentence of the specification: docs/specification/statements-*.tsv. */
export interface Statement {
  /** `C2.14` of the console's half, `D4.031` of the device areas' half. */
  id: string;
  /** The area of the product: `list`, `alarms`, `settings`, … */
  area: string;
  statement: string;
}

/** A test that names a statement in its title. */
export interface Proof {
  /** Path of the test file from the project's root. */
  file: string;
  title: string;
}

/** All statements of the specification, in its order. */
export function readStatements(): Statement[] {
  return ['statements-1.tsv', 'statements-2.tsv'].flatMap((name) =>
    readFileSync(join(root, 'docs/specification', name), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [id = '', area = '', statement = ''] = line.split('\t');
        return { id, area, statement };
      }),
  );
}

/** Proofs by statement id, as the titles of all tests name them. */
export function readProofs(): Map<string, Proof[]> {
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
    ids: [...text.matchAll(idGroup)].flatMap(([, group = '']) => group.trim().split(/[ ,]+/)),
    title: text.replaceAll(idGroup, '').replaceAll(/\\(.)/g, '$1').trim(),
  }));
}

const rooms = ['apps', 'packages', 'e2e', 'scripts', 'testing', 'bench'];

function testFiles(): string[] {
  return rooms
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((name) => `${room}/${name}`),
    )
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path) && !/(^|\/)(node_modules|dist)\//.test(path))
    .filter((path) => path !== 'scripts/coverage.test.ts')
    .sort();
}
