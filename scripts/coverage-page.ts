import { type Proof, readProofs, readStatements, type Statement } from './coverage.ts';

/** docs/coverage.md, made from the statements of the specification and the titles of the tests. */
export function coveragePage(): string {
  const statements = readStatements();
  const proofs = readProofs();
  const areas = [...new Set(statements.map(({ area }) => area))].sort();
  const inArea = (area: string) => statements.filter((statement) => statement.area === area);
  const isProven = ({ id }: Statement) => proofs.has(id);
  const proven = statements.filter(isProven).length;
  const table = areas.map((area) => {
    const all = inArea(area);
    return `| [${area}](#${area}) | ${all.filter(isProven).length} | ${all.length} |`;
  });
  return `# Coverage

<!-- Made by \`node scripts/generate-docs.ts\` from docs/specification and the titles of the tests. -->

The specification's statements (docs/specification), and which tests prove them. A test proves a statement when its title names the statement's id in brackets and it fails as soon as the statement is false. ${proven} of ${statements.length} statements are proven.

| area | proven | all |
|---|---|---|
${table.join('\n')}

${areas.map((area) => areaSection(area, inArea(area), proofs)).join('\n')}`;
}

function areaSection(area: string, statements: Statement[], proofs: Map<string, Proof[]>): string {
  const missing = statements.filter(({ id }) => !proofs.has(id));
  const proven = statements.flatMap((statement) => {
    const found = proofs.get(statement.id);
    return found === undefined ? [] : [provenRow(statement, found)];
  });
  const parts = [`## ${area}\n`];
  if (missing.length > 0) {
    const lines = missing.map(({ id, statement }) => `- ${id} ${statement}\n`);
    parts.push('Not proven:\n', lines.join(''));
  }
  if (proven.length > 0) parts.push('| statement | proven by |\n|---|---|', `${proven.join('\n')}\n`);
  return parts.join('\n');
}

function provenRow({ id, statement }: Statement, proofs: Proof[]): string {
  const tests = proofs.map(({ file, title }) => `\`${file}\`: ${title}`).join(' · ');
  return `| ${cell(`${id} ${statement}`)} | ${cell(tests)} |`;
}

const cell = (text: string) => text.replaceAll('|', '\\|');
