/**
 * A table of words: a header line, then a line for each row that begins with its name. Throws for a row with too few or
 * too many words, or a duplicate row.
 */
export function readExpectations<Column extends string>(
  columns: readonly Column[],
  text: string,
): Record<string, Record<Column, string>> {
  const [header = [], ...lines] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  if (header.slice(1).join() !== columns.join()) throw new Error(`the columns are not ${columns.join(', ')}`);
  const table: Record<string, Record<Column, string>> = {};
  for (const [name = '', ...words] of lines) {
    if (name in table || words.length !== columns.length) throw new Error(`the row of ${name} is wrong`);
    table[name] = Object.fromEntries(columns.map((column, at) => [column, words[at]])) as Record<Column, string>;
  }
  return table;
}
