import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { looseTexts } from './loose-text.ts';

const source = 'apps/console/src';
const files = globSync('**/*.tsx', { cwd: source }).filter((file) => !/\.test\.tsx$|^testing\//.test(file));

describe('a text that a page translation may wrap', () => {
  it.each(files)('is alone in its element in %s', (file) => {
    const code = readFileSync(`${source}/${file}`, 'utf8');
    expect(looseTexts(file, code, file.startsWith('public/'))).toEqual([]);
  });

  const textsIn = (jsx: string, translated = false) =>
    looseTexts('part.tsx', `const part = ${jsx};`, translated).map(({ text }) => text);

  it.each([
    ['comes and goes beside an element', '<p><b /> {done && words.done}</p>', 'done && words.done'],
    ['is one of an element and a text', '<p>{link ? <a /> : name}<b /></p>', 'link ? <a /> : name'],
    ['has something come and go before it', '<p>{mark && <i />} {name}</p>', 'name'],
    ['comes after a list', '<p>{rows.map((row) => <i key={row} />)}none</p>', 'none'],
    ['is an entry of a list', '<p><b />{rows.map((row) => nameOf(row))}</p>', 'rows.map((row) => nameOf(row))'],
    ['is in a fragment', '<p>{note && <><i />{note}</>}</p>', 'note'],
    ['is a fragment', '<>{note}</>', 'note'],
  ])('%s: it is found', (_, jsx, text) => {
    expect(textsIn(jsx)).toEqual([text]);
  });

  it('is found where a component returns it', () => {
    const code = "function At() { return t('at'); } const Name = ({ name }) => name; const nameOf = () => 'x';";
    expect(looseTexts('part.tsx', code).map(({ text }) => text)).toEqual(["t('at')", 'name']);
  });

  it.each([
    ['alone in its element', '<p>{done && words.done}</p>'],
    ['beside an element that stays', '<p><b /> {name}</p>'],
    ['a space between elements', '<p>{mark && <i />} <b /></p>'],
    ['before what comes and goes', '<p>{name}{mark && <i />}</p>'],
    ['what somebody passes in to render', '<p>{mark && <i />}{children}</p>'],
  ])('%s is none', (_, jsx) => {
    expect(textsIn(jsx)).toEqual([]);
  });

  it('changes beside an element: it is found where a page may be translated, since nobody would see the change', () => {
    expect(textsIn('<p><b /> {name}</p>', true)).toEqual(['name']);
    expect(textsIn('<p><b /> always</p>', true)).toEqual([]);
  });
});
