import type { Proofs } from './proofs.ts';
import { areasOf, type Statement } from './statements.ts';

/** docs/coverage.md: how many statements of each area are proven, and the statements that are not. */
export function coveragePage(statements: readonly Statement[], proofs: Proofs): string {
  const unproven = statements.filter(({ id }) => !proofs.has(id));
  const rows = areasOf(statements).map((area) => row(area, numberIn(area, statements), numberIn(area, unproven)));
  const lists = areasOf(unproven).map((area) => {
    const missing = unproven.filter((statement) => statement.area === area);
    return `### ${area}\n\n${missing.map(({ id, statement }) => `- ${id} ${statement}\n`).join('')}`;
  });
  return `# Coverage

<!-- Made by \`node scripts/generate-docs.ts\` from docs/specification and the titles of the tests. -->

How many statements of the specification (docs/specification) are proven by tests. A test proves a statement when its title names the statement's id in brackets and it fails as soon as the statement is false.

\`npm run coverage -- C2.14\` prints a statement and the tests that prove it, \`npm run coverage -- list\` those of an area, \`npm run coverage\` all.

| area | statements | proven | unproven |
|---|---|---|---|
${rows.join('\n')}
${row('**all**', statements.length, unproven.length)}

## Unproven statements

${lists.join('\n')}`;
}

const numberIn = (area: string, statements: readonly Statement[]): number =>
  statements.filter((statement) => statement.area === area).length;

const row = (name: string, all: number, unproven: number): string =>
  `| ${name} | ${all} | ${all - unproven} | ${unproven} |`;
