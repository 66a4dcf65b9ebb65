import { expect, test } from 'vitest';
import { withEarlierRun } from './earlier-run.ts';

const run = (found: string) =>
  `### Speed\n\nA car on a road.\n\n| car |\n| --- |\n| ${found} |\n\n- Met.\n\n2026\n`;

test('the first run of a benchmark has no earlier run', () => {
  expect(withEarlierRun(run('10 km/h'), '\n')).toBe(run('10 km/h'));
});

test('a run is printed above the figures of the run before it, and of no other', () => {
  const second = withEarlierRun(run('20 km/h'), run('10 km/h'));
  const third = withEarlierRun(run('30 km/h'), `\n${second}`);
  expect(second).toContain('10 km/h');
  expect(third).not.toContain('10 km/h');
  expect(third.indexOf('30 km/h')).toBeLessThan(third.indexOf('20 km/h'));
  expect(third.match(/### Speed/g)).toHaveLength(1);
  expect(third.match(/A car on a road/g)).toHaveLength(1);
  expect(third).toMatch(/<details>[^<]*<summary>[^<]*<\/summary>\n\n\| car \|[\s\S]*2026\n\n<\/details>\n$/);
});
