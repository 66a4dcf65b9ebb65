import { expect, it } from 'vitest';
import { boldChangesOf } from './changes.ts';
import { type Covered, chooseBugs } from './choose.ts';
import { listMutants } from './mutants.ts';

const source = (names: string) => [...names].map((name) => `${name}();`).join('\n');
const shared = listMutants('apps/server/src/shared.ts', source('abc'), 0, boldChangesOf);
const fences = listMutants('apps/server/src/geofences/fence.ts', source('defghi'), shared.length, boldChangesOf);
const mutants = [...shared, ...fences];
const bug = (step: string) => mutants.find(({ before }) => before === `${step}()`)?.id ?? -1;
const covered = (id: string, steps: string, about = 'A geofence is saved.'): Covered => ({
  id,
  about,
  reached: new Set([...steps].map(bug)),
});
const chosen = (statements: Covered[], id: string, seed = 1) =>
  chooseBugs(statements, mutants, seed)
    .get(id)
    ?.map(({ before }) => before.charAt(0));

it('the bugs of a statement are in the code that the fewest statements run', () => {
  const statements = [covered('D1.001', 'abg', 'Nothing.'), covered('D1.002', 'ab'), covered('D1.003', 'b')];
  expect(chosen(statements, 'D1.001')).toEqual(['g', 'a', 'b']);
});

it('code that has words of the statement is first', () => {
  expect(chosen([covered('D1.001', 'abd')], 'D1.001')?.[0]).toBe('d');
});

it('are three at most, each in another line, and the same ones for the same seed', () => {
  const statements = [covered('D1.001', 'defghi')];
  const first = chosen(statements, 'D1.001');
  expect(new Set(first).size).toBe(3);
  expect(chosen(statements, 'D1.001')).toEqual(first);
  expect(new Set([1, 2, 3, 4, 5].map((seed) => chosen(statements, 'D1.001', seed)?.join(''))).size).toBeGreaterThan(1);

  const line = listMutants('a.ts', 'if (a()) b();', 0, boldChangesOf);
  const reached = new Set(line.map(({ id }) => id));
  expect(chooseBugs([{ id: 'D1.001', about: '', reached }], line, 1).get('D1.001')).toHaveLength(1);
});

it('are none where the tests run no code', () => {
  expect(chosen([covered('D1.001', '')], 'D1.001')).toEqual([]);
});
