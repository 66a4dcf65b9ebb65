import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedPages } from './generated-pages.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
]
  .filter((name) => name.endsWith('.md'))
  .sort();

/** The first segment of a valid path: tracked folders and files at the root. */
const rooms = ['apps', 'bench', 'bin', 'docs', 'e2e', 'packages', 'scripts', 'testing', '.ci'];
const namedPath = new RegExp(`(?<![\\w./-])((?:${rooms.join('|').replaceAll('.', '\\.')})/[\\w./{},@-]*\\w)`, 'g');
const link = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g;

/** An empty folder does not exist: git does not keep it. */
function exists(path: string): boolean {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  return found?.isDirectory() ? readdirSync(join(root, path)).length > 0 : found !== undefined;
}

/** `a/{b,c}.ts` names two files. */
function expand(path: string): string[] {
  const match = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path);
  if (match === null) return [path];
  const [, before = '', choices = '', after = ''] = match;
  return choices.split(',').flatMap((choice) => expand(`${before}${choice}${after}`));
}

const pathsIn = (text: string): string[] => [...text.matchAll(namedPath)].flatMap(([, path = '']) => expand(path));
const linksIn = (text: string): string[] =>
  [...text.matchAll(link)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target) && !target.startsWith('/'));

describe.each(pages)('%s', (page) => {
  const text = read(page);

  it('names only files and folders that exist', () => {
    expect(pathsIn(text).filter((path) => !exists(path))).toEqual([]);
  });

  it('links only to what exists', () => {
    expect(linksIn(text).filter((target) => !exists(join(dirname(page), target)))).toEqual([]);
  });
});

describe('docs/decisions', () => {
  const files = readdirSync(join(root, 'docs/decisions')).sort();

  it('are numbered without gaps, and each has its number and a sentence as its title', () => {
    for (const [number, file] of files.entries()) {
      const digits = String(number).padStart(4, '0');
      expect(file).toMatch(new RegExp(`^${digits}-[a-z0-9-]+\\.md$`));
      if (number > 0) expect(read(`docs/decisions/${file}`)).toMatch(new RegExp(`^# ${digits} \\S+ \\S+`));
    }
  });

  it('are all that sources and pages cite by a number', () => {
    const cited = /\bdecisions?(?:\/|[\s*#-]+)(\d{4}(?:(?:,| and)\s+\d{4})*)/gi;
    const missing = citingFiles().flatMap((file) =>
      [...read(file).matchAll(cited)]
        .flatMap(([, numbers = '']) => numbers.match(/\d{4}/g) ?? [])
        .filter((number) => files[Number(number)] === undefined)
        .map((number) => `${file}: ${number}`),
    );
    expect(missing).toEqual([]);
  });
});

/** Sources and pages, apart from migrations, which are never edited. */
function citingFiles(): string[] {
  const within = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((name) => `${room}/${name}`),
  );
  return [...readdirSync(root), ...within].filter(
    (file) => /\.(?:md|tsx?|mjs|jsonc?)$/.test(file) && !/(?:^|\/)(?:node_modules|dist)\//.test(file),
  );
}

describe('docs/security.md', () => {
  const page = 'docs/security.md';
  /** A proof is written as `path`: "title of the test", or a part of it; several titles are separated by ` · `. */
  const proof =
    /`((?:apps|packages|testing|e2e|bench|scripts)\/[\w./-]+\.(?:test|spec)\.tsx?)`: ("[^"|]+"(?: · "[^"|]+")*)/g;
  const proofs = [...read(page).matchAll(proof)];

  it('names tests that exist, in the words of their titles', () => {
    const missing = proofs.flatMap(([, path = '', titles = '']) => {
      const source = exists(path) ? read(path) : '';
      return [...titles.matchAll(/"([^"]+)"/g)]
        .filter(([, title = '']) => !source.includes(title))
        .map(([, title = '']) => `${path}: ${title}`);
    });
    expect(proofs.length).toBeGreaterThan(0);
    expect(missing).toEqual([]);
  });
});

describe.each(Object.entries(generatedPages))('docs/%s', (file, page) => {
  it('says what the source says (node scripts/generate-docs.ts writes it)', () => {
    expect(read(`docs/${file}`)).toBe(page());
  });
});
