import { stripTypeScriptTypes } from 'node:module';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { instrument } from './instrument.ts';
import { listMutants } from './mutants.ts';

/** The results of the source with each of its mutants, and without any. */
function run(source: string, globals: Record<string, unknown> = {}) {
  const mutants = listMutants('source.ts', source);
  const instrumented = stripTypeScriptTypes(instrument(source, mutants));
  const evaluate = (active?: number): unknown => {
    try {
      return runInNewContext(instrumented, { ...globals, __mutate: (id: number) => id === active });
    } catch {
      return 'an error';
    }
  };
  return { original: evaluate(), mutated: mutants.map(({ id }) => evaluate(id)) };
}

describe('an instrumented source', () => {
  it('is the original until a mutant is chosen, then has that one bug', () => {
    expect(run('(2 + 3) * 4', {})).toEqual({ original: 20, mutated: [5 / 4, -4, 28, 32, 40] });
  });

  it('skips the whole of an optional chain as before', () => {
    const { original, mutated } = run('a?.b.c.filter(Boolean).slice(1) ?? 7', { a: undefined });
    expect(original).toBe(7);
    expect(mutated).toEqual([undefined, 7, 7, 'an error', 7, 14]);
  });

  it('keeps types, nested functions and mutants in sequence', () => {
    const source = '((a: number): number => { if (a < 1) return -a; return [a, a].filter((x) => x > 1).length; })(1)';
    const { original, mutated } = run(source);
    expect(original).toBe(0);
    expect(mutated).toContain(-1);
    expect(mutated).toContain(2);
    expect(mutated).toContain(undefined);
  });

  it('leaves a template to its tag', () => {
    const { original, mutated } = run(`tag\`\${1 + 1} and\``, { tag: String.raw });
    expect(original).toBe('2 and');
    expect(mutated).toEqual(['2 or', '0 and', '1 and', '1 and']);
  });

  it('is complete without a test framework', () => {
    const source = 'true && 1 < 2';
    expect(runInNewContext(instrument(source, listMutants('source.ts', source)))).toBe(true);
  });
});
