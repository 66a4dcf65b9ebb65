import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { migrationList, readMigrations, withNewMigrations } from './migration-list.ts';

test('migrations are as they were added, each with a higher number than those before it; `node scripts/generate-docs.ts` adds new ones to the list', () => {
  const list = readFileSync(migrationList, 'utf8');
  expect(withNewMigrations(list, readMigrations())).toBe(list);
  expect(readMigrations().length).toBeGreaterThan(0);
});

describe('a list of migrations', () => {
  const of = (name: string, letter: string) => ({ name, sha256: letter.repeat(64) });
  const line = ({ name, sha256 }: ReturnType<typeof of>) => `${sha256}  ${name}\n`;
  const [first, second, third] = [of('0001-a.sql', 'a'), of('0150-b.sql', 'b'), of('0151-c.sql', 'c')];
  const list = line(first) + line(second);

  test('takes new migrations, in order', () => {
    expect(withNewMigrations('', [second, first])).toBe(list);
    expect(withNewMigrations(list, [third, second, first])).toBe(list + line(third));
  });

  test.each([
    ['one that was changed', [first, of('0150-b.sql', 'x')], '0150-b.sql was changed or removed'],
    ['one that is gone', [first], '0150-b.sql was changed or removed'],
    ['a new one with a lower number', [first, second, of('0145-d.sql', 'd')], '0145-d.sql was added after 0150-b.sql'],
    ['a new one with the same number', [first, second, of('0150-d.sql', 'd')], '0150-d.sql was added after 0150-b.sql'],
  ])('refuses %s', (_, migrations, fault) => {
    expect(() => withNewMigrations(list, migrations)).toThrow(fault);
  });

  test('refuses another order of what was added, as two branches leave it', () => {
    expect(() => withNewMigrations(line(second) + line(first), [first, second])).toThrow(
      '0001-a.sql was added after 0150-b.sql',
    );
  });
});
