import { describe, expect, it } from 'vitest';
import { boldChangesOf } from './changes.ts';
import { listMutants } from './mutants.ts';
import { changeOf } from './report.ts';

const changes = (source: string) => listMutants('source.tsx', source).map(changeOf);

describe('the planted bugs', () => {
  it.each([
    ['a < b;', ['< → <=', '< → >=']],
    ['a && b || c;', ['|| → &&', '&& → ||']],
    ['a + b;', ['+ → -']],
    ['!a;', ['!a → a']],
    ['a ?? b;', ['a ?? b → a']],
    ['if (a) b;', ['a → true', 'a → false']],
    ['while (a) b;', ['a → false']],
    ['f = () => a;', ['f = () => a → undefined', 'a → undefined']],
    ['await a();', ['await a() → undefined']],
    ['delete a.b;', ['delete a.b → undefined']],
    ['x = 0 + 1 + 60;', ['x = 0 + 1 + 60 → undefined', '+ → -', '+ → -', '0 → 1', '1 → 0', '60 → 120']],
    ["f('', 'key');", ["f('', 'key') → undefined", "'' → 'other'", "'key' → ''"]],
    ['y(`$' + '{a}:$' + '{b}`);', ['y(`$' + '{a}:$' + '{b}`) → undefined', '`$' + '{a}:$' + '{b}` → ``']],
    ['(a.some(b));', ['some → every']],
    ['(Math.min(a, b));', ['min → max']],
    ['(a.filter(b));', ['a.filter(b) → a']],
    ['(a?.b?.[c]);', ['?. → ', '?. → .']],
    ['[a];', ['[a] → []']],
    [
      'sql`update a set b = greatest(b, 1) where c < 2 and d is null`;',
      ['and → or', '< → <=', 'is null → is not null', 'greatest → least'],
    ],
  ])('%s', (source, expected) => {
    expect(changes(source)).toEqual(expected);
  });

  it.each([
    ['texts of errors', "throw new RangeError('no ' + (a ? 'x' : 'y'));"],
    ['the log', "log.warn({ a: 1 }, 'late');"],
    ['texts with spaces', "(a, 'Ta alarmen');"],
    ['types', "type A = 'b' | 1; let c: Record<'d', 2>;"],
    ['names of properties and modules', "import a from 'b'; ({ 'c-d': e });"],
    ['a result that is nothing', '(() => undefined);'],
    ['the default of an index', '(bytes[i] ?? 0);'],
  ])('none in %s', (_, source) => {
    expect(changes(source)).toEqual([]);
  });

  it.each([
    ['if (a > 1) b;', ['a > 1 → !(a > 1)']],
    ['(a ? b : c);', ['a → !(a)']],
    ['(a && b);', ['a → !(a)']],
    ['f = () => a;', ['f = () => a → undefined', 'a → undefined']],
    ["await a('key', 60, true ?? b);", ["await a('key', 60, true ?? b) → undefined"]],
  ])('that are bold change what is done: %s', (source, expected) => {
    expect(listMutants('source.tsx', source, 0, boldChangesOf).map(changeOf)).toEqual(expected);
  });

  it('have their line, and ids counting from the first one', () => {
    expect(listMutants('source.ts', 'const a = b;\n  const c = true;', 7)).toMatchObject([
      { id: 7, line: 2, lineText: 'const c = true;', before: 'true', after: 'false' },
    ]);
  });

  it('names a file that cannot be parsed', () => {
    expect(() => listMutants('source.ts', 'const = ;')).toThrow(/^source\.ts: /);
  });
});
