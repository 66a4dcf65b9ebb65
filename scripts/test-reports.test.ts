import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './run.ts';
import { afterSecondRun, benchReport, playwrightReport, ranOutOfTime, vitestReport } from './test-reports.ts';

const story = (id: string, status: string, message?: string) => ({
  id,
  title: `story ${id}`,
  file: 'alarm.spec.ts',
  ok: status !== 'unexpected',
  tests: [{ status, results: [{ error: message === undefined ? undefined : { message } }] }],
});
const run = (...specs: ReturnType<typeof story>[]) =>
  playwrightReport({ suites: [{ specs: [], suites: [{ specs }] }], errors: [] });

describe('npm test', () => {
  it('reads which stories passed and failed, and why, also of nested groups, and none that was skipped', () => {
    expect(
      run(story('a', 'expected'), story('b', 'unexpected', '\u001b[31mno alarm\u001b[0m'), story('c', 'skipped')),
    ).toEqual({
      passed: ['a'],
      failed: [{ id: 'b', file: 'alarm.spec.ts', text: 'alarm.spec.ts › story b\n    no alarm' }],
    });
  });

  it('counts an error outside of the stories as a failure', () => {
    const result = playwrightReport({ suites: [], errors: [{ message: 'no browser' }] });
    expect(result.failed.map(({ text }) => text)).toEqual(['outside of the stories\n    no browser']);
  });

  it('calls a story flaky that fails and then passes alone', () => {
    const { failed } = run(story('a', 'expected'), story('b', 'unexpected'));
    expect(afterSecondRun(failed, run(story('b', 'expected')))).toEqual({ failed: [], flaky: failed });
  });

  it.each([
    ['fails again', run(story('b', 'unexpected'))],
    ['is skipped', run(story('b', 'skipped'))],
    ['does not run again', { passed: [], failed: [] }],
    ['is another than the one that passes', run(story('a', 'expected'))],
  ])('counts a story as failed that %s', (_, second) => {
    const { failed } = run(story('b', 'unexpected', 'no alarm'));
    expect(afterSecondRun(failed, second)).toEqual({ failed, flaky: [] });
  });

  it('reads which tests passed and failed, and counts a file that does not load as one that failed', () => {
    const file = (name: string, status: string, message: string, tests: [string, string][]) => ({
      name: join(root, name),
      status,
      message,
      assertionResults: tests.map(([fullName, of]) => ({
        fullName,
        status: of,
        failureMessages: of === 'failed' ? ['1 is not 2'] : [],
      })),
    });
    const testResults = [
      file('a.test.ts', 'failed', '', [
        ['one', 'passed'],
        ['two', 'failed'],
        ['three', 'skipped'],
      ]),
      file('b.test.ts', 'failed', 'no such module', []),
    ];
    expect(vitestReport({ testResults })).toEqual({
      passed: ['a.test.ts › one'],
      failed: [
        { id: 'a.test.ts › two', file: 'a.test.ts', text: 'a.test.ts › two\n    1 is not 2' },
        { id: 'b.test.ts', file: 'b.test.ts', text: 'b.test.ts\n    no such module' },
      ],
    });
  });

  it('counts each section of the benchmark that came to its end, and names each that did not, with the reason', () => {
    const report = { passed: ['uplinks', 'list'], failed: [{ name: 'map', why: 'Error: the map is at zoom 3' }] };
    expect(benchReport(report)).toEqual({
      passed: ['uplinks', 'list'],
      failed: [{ id: 'map', file: null, text: 'map\n    Error: the map is at zoom 3' }],
    });
  });

  it.each([
    ['Test timed out in 120000ms.', true],
    ['Hook timed out in 180000ms.', true],
    ['expected 1 to be 2', false],
    ['expected "the call timed out" to be "ok"', false],
  ])('runs a test once more that failed with %s: %s', (message, again) => {
    const testResults = [
      {
        name: join(root, 'a.test.ts'),
        status: 'failed',
        assertionResults: [{ fullName: 'one', status: 'failed', failureMessages: [message] }],
      },
    ];
    expect(vitestReport({ testResults }).failed.map(ranOutOfTime)).toEqual([again]);
  });
});
