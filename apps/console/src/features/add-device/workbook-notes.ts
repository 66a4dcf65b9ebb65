import { strFromU8, type Unzipped } from 'fflate';

/** What the reader of workbooks does not tell of a sheet. */
export interface SheetNotes {
  /** The number format of each cell that has one, by its place (`B2`). */
  formats: ReadonlyMap<string, string>;
  /** The errors such as `#NAME?`, by their places. */
  errors: ReadonlyMap<string, string>;
  hidden: ReadonlySet<number>;
}

/** The formats that a workbook names by their number alone (ECMA-376, 18.8.30). */
const builtIn: Readonly<Record<string, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  14: 'dd.mm.yyyy',
  15: 'd.mmm.yy',
  16: 'd.mmm',
  17: 'mmm.yy',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'dd.mm.yyyy h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  48: '##0.0E+0',
};

/** The notes of each visible sheet, by its name. */
export function notesOf(files: Unzipped): Map<string, SheetNotes> {
  const textOf = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const formats = formatsOf(textOf('xl/styles.xml'));
  const targets = new Map(
    tagsIn(textOf('xl/_rels/workbook.xml.rels'), 'Relationship').map((tag) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target')?.replace(/^(?:\/?xl\/)?/, 'xl/') ?? '',
    ]),
  );
  return new Map(
    tagsIn(textOf('xl/workbook.xml'), 'sheet')
      .filter((tag) => !/hidden$/i.test(attribute(tag, 'state') ?? ''))
      .map((tag) => [
        attribute(tag, 'name') ?? '',
        sheetNotes(textOf(targets.get(attribute(tag, '\\w+:id')) ?? ''), formats),
      ]),
  );
}

const errorCell = /<(?:\w+:)?c(\s[^>]*\bt="e"[^>]*)>(?:<(?:\w+:)?f[^>]*>[^<]*<\/(?:\w+:)?f>)?<(?:\w+:)?v>([^<]*)</g;

function sheetNotes(sheet: string, formats: ReadonlyMap<string, string>): SheetNotes {
  const cells = tagsIn(sheet, 'c').map((tag) => ({
    place: attribute(tag, 'r') ?? '',
    format: formats.get(attribute(tag, 's') ?? '0'),
  }));
  return {
    formats: new Map(cells.flatMap(({ place, format }) => (format === undefined ? [] : [[place, format]]))),
    errors: new Map(
      Array.from(sheet.matchAll(errorCell), ([, tag = '', text = '']) => [attribute(tag, 'r') ?? '', unescaped(text)]),
    ),
    hidden: new Set(
      tagsIn(sheet, 'row')
        .filter((tag) => /^(?:1|true)$/.test(attribute(tag, 'hidden') ?? ''))
        .map((tag) => Number(attribute(tag, 'r'))),
    ),
  };
}

/** The format of each style, by its number. */
function formatsOf(styles: string): Map<string, string> {
  const codes = new Map<string, string>(Object.entries(builtIn));
  for (const tag of tagsIn(styles, 'numFmt')) {
    const [id, code] = [attribute(tag, 'numFmtId'), attribute(tag, 'formatCode')];
    if (id !== undefined && code !== undefined) codes.set(id, code);
  }
  const [, cellStyles = ''] = /<(?:\w+:)?cellXfs\b[^>]*>(.*?)<\/(?:\w+:)?cellXfs>/s.exec(styles) ?? [];
  return new Map(
    tagsIn(cellStyles, 'xf').flatMap((tag, style) => {
      const code = codes.get(attribute(tag, 'numFmtId') ?? '');
      return code === undefined ? [] : [[String(style), code]];
    }),
  );
}

/** The opening tags of a name, with any prefix. */
const tagsIn = (xml: string, name: string): string[] =>
  Array.from(xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, 'g')), ([tag]) => tag);

function attribute(tag: string, name: string): string | undefined {
  const [, double, single] = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)')`).exec(tag) ?? [];
  const value = double ?? single;
  return value === undefined ? undefined : unescaped(value);
}

const entities = [
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
] as const;
const unescaped = (text: string): string =>
  entities.reduce((known, [entity, sign]) => known.replaceAll(entity, sign), text);
