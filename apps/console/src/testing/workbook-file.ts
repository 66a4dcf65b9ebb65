import { strToU8, zipSync } from 'fflate';

/** The number format of a style: a code of the workbook's own, or the number of one that every workbook knows. */
type Format = string | number;

interface SheetFile {
  name: string;
  /** Rows as in the file's XML, or as texts. */
  rows: readonly (string | readonly string[])[];
  state?: string;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** An Excel workbook; its styles have the formats, in this order. */
export function workbookFile(sheets: readonly SheetFile[], formats: readonly Format[] = []): Uint8Array<ArrayBuffer> {
  const shared: string[] = [];
  const files: Record<string, Uint8Array> = {
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets
        .map(
          ({ name, state = 'visible' }, at) =>
            `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="${packages}">${sheets
        .map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`))
        .join(
          '',
        )}${relation('s', 'sharedStrings', 'sharedStrings.xml')}${relation('f', 'styles', 'styles.xml')}</Relationships>`,
    ),
    'xl/styles.xml': strToU8(stylesOf(formats)),
  };
  for (const [at, { rows }] of sheets.entries()) {
    const xml = rows.map((row, line) => (typeof row === 'string' ? row : rowOfTexts(row, line + 1, shared))).join('');
    files[`xl/worksheets/sheet${at + 1}.xml`] = strToU8(
      `<worksheet xmlns="${main}"><sheetData>${xml}</sheetData></worksheet>`,
    );
  }
  const texts = shared.map((text) => `<si><t xml:space="preserve">${text}</t></si>`).join('');
  files['xl/sharedStrings.xml'] = strToU8(`<sst xmlns="${main}">${texts}</sst>`);
  return new Uint8Array(zipSync(files));
}

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;

function rowOfTexts(texts: readonly string[], line: number, shared: string[]): string {
  const cells = texts.map((text, column) => {
    shared.push(text);
    return `<c r="${'ABCDEFGH'[column]}${line}" t="s"><v>${shared.length - 1}</v></c>`;
  });
  return `<row r="${line}">${cells.join('')}</row>`;
}

function stylesOf(formats: readonly Format[]): string {
  const own = formats.flatMap((format, at) =>
    typeof format === 'number' ? [] : [`<numFmt numFmtId="${164 + at}" formatCode="${format}"/>`],
  );
  const styles = formats.map(
    (format, at) => `<xf numFmtId="${typeof format === 'number' ? format : 164 + at}" xfId="0"/>`,
  );
  return `<styleSheet xmlns="${main}"><numFmts>${own.join('')}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join('')}</cellXfs></styleSheet>`;
}
