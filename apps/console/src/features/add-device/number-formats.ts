import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { shownByFormat } from './digit-format.ts';

const sheets = 'xl/worksheets/';

/** A workbook whose numbers are texts where their format adds zeros: the reader of workbooks knows only the number. */
export function withShownZeros(workbook: Uint8Array): Uint8Array {
  const files = unzipSync(workbook);
  const formats = formatsOf(strFromU8(files['xl/styles.xml'] ?? new Uint8Array()));
  if (formats.size === 0) return workbook;
  const shown = Object.entries(files).map(([name, bytes]) =>
    name.startsWith(sheets) ? [name, strToU8(withTexts(strFromU8(bytes), formats))] : [name, bytes],
  );
  return zipSync(Object.fromEntries(shown), { level: 0 });
}

/** The formats of the workbook's own, by the number of the style that has them. */
function formatsOf(styles: string): Map<string, string> {
  const codes = new Map<string, string>();
  for (const [tag] of styles.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g)) {
    const [id, code] = [attribute(tag, 'numFmtId'), attribute(tag, 'formatCode')];
    if (id !== undefined && code !== undefined) codes.set(id, code);
  }
  const [, cellStyles = ''] = /<(?:\w+:)?cellXfs\b[^>]*>(.*?)<\/(?:\w+:)?cellXfs>/s.exec(styles) ?? [];
  const tags = [...cellStyles.matchAll(/<(?:\w+:)?xf\b[^>]*>/g)];
  return new Map(
    tags.flatMap(([tag], style) => {
      const code = codes.get(attribute(tag, 'numFmtId') ?? '');
      return code === undefined ? [] : [[String(style), code]];
    }),
  );
}

const cell = /<((?:\w+:)?)c(\s[^>]*[^/>])>((?:(?!<(?:\w+:)?c[\s>]).)*?)<\/\1c>/gs;

const withTexts = (sheet: string, formats: ReadonlyMap<string, string>): string =>
  sheet.replace(cell, (whole, prefix: string, attributes: string, content: string) => {
    const format = formats.get(attribute(attributes, 's') ?? '');
    const [, value = ''] = /<(?:\w+:)?v>([^<]*)</.exec(content) ?? [];
    const isNumber = (attribute(attributes, 't') ?? 'n') === 'n';
    const text = format === undefined || !isNumber ? null : shownByFormat(format, value);
    if (text === null) return whole;
    const place = attribute(attributes, 'r') ?? '';
    const tag = (name: string, inner: string) => `<${prefix}${name}>${inner}</${prefix}${name}>`;
    return `<${prefix}c r="${place}" t="inlineStr">${tag('is', tag('t', escaped(text)))}</${prefix}c>`;
  });

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
const escaped = (text: string): string =>
  entities.toReversed().reduce((known, [entity, sign]) => known.replaceAll(sign, entity), text);
