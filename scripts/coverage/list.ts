import type { Proofs } from './proofs.ts';
import type { Statement } from './statements.ts';

/** Statements with the tests that prove them: of an id, of an area, or all. `undefined` if nothing has that name. */
export function coverageList(
  name: string | undefined,
  statements: readonly Statement[],
  proofs: Proofs,
): string | undefined {
  const named = statements.filter(({ id, area }) => name === undefined || id === name || area === name);
  if (named.length === 0) return undefined;
  return named.map((statement) => entry(statement, proofs)).join('\n\n');
}

function entry({ id, area, statement }: Statement, proofs: Proofs): string {
  const tests = proofs.get(id)?.map(({ file, title }) => `  ${file}: ${title}`) ?? ['  unproven'];
  return [`${id} (${area}) ${statement}`, ...tests].join('\n');
}
