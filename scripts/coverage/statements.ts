import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.ts';

/** One sentence of the specification: docs/specification/statements-*.tsv. */
export interface Statement {
  /** `C2.14` of the console's half, `D4.031` of the device areas' half. */
  id: string;
  /** The area of the product: `list`, `alarms`, `settings`, … */
  area: string;
  statement: string;
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

/** The areas of these statements, by name. */
export const areasOf = (statements: readonly Statement[]): string[] =>
  [...new Set(statements.map(({ area }) => area))].sort();
