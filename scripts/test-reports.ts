import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './run.ts';

/** What the reports of the test runners say, for `npm test`. */

export interface FailedTest {
  /** The same in each run. */
  id: string;
  /** From the root of the project; null: the failure belongs to none. */
  file: string | null;
  /** File and title, and the first lines of the reason. */
  text: string;
}
export interface Result {
  /** Of the tests that passed. */
  passed: readonly string[];
  failed: readonly FailedTest[];
}
export type ReadReport = (report: unknown) => Result;

/** The first lines of a message, without colours. */
const reason = (message = ''): string =>
  message === '' ? '' : `\n    ${stripVTControlCharacters(message).split('\n').slice(0, 5).join('\n    ')}`;

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** A file that fails without a failed test, since it does not load, counts as one. */
export const vitestReport: ReadReport = (report) => {
  const tests = (report as VitestReport).testResults.flatMap((file) => {
    const name = relative(root, file.name);
    const own = file.assertionResults.map(({ fullName, status, failureMessages }) => ({
      id: `${name} › ${fullName}`,
      file: name,
      status,
      why: reason(failureMessages?.[0]),
    }));
    const unexplained = file.status === 'failed' && !own.some(({ status }) => status === 'failed');
    return unexplained ? [...own, { id: name, file: name, status: 'failed', why: reason(file.message) }] : own;
  });
  return {
    passed: tests.filter(({ status }) => status === 'passed').map(({ id }) => id),
    failed: tests
      .filter(({ status }) => status === 'failed')
      .map(({ id, file, why }) => ({ id, file, text: `${id}${why}` })),
  };
};

interface PlaywrightSpec {
  id: string;
  title: string;
  file: string;
  ok: boolean;
  tests: { status: string; results: { error?: { message?: string } }[] }[];
}
interface PlaywrightSuite {
  specs: PlaywrightSpec[];
  suites?: PlaywrightSuite[];
}
interface PlaywrightReport {
  suites: PlaywrightSuite[];
  /** Outside of the stories: a file that does not compile, a browser that does not start. */
  errors: { message?: string }[];
}
const specsOf = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightSpec[] => [...specs, ...suites.flatMap(specsOf)];

export const playwrightReport: ReadReport = (report) => {
  const { suites, errors } = report as PlaywrightReport;
  const specs = suites.flatMap(specsOf);
  return {
    passed: specs.filter(({ ok, tests }) => ok && tests.some(({ status }) => status !== 'skipped')).map(({ id }) => id),
    failed: [
      ...specs
        .filter(({ ok }) => !ok)
        .map(({ id, file, title, tests }) => ({
          id,
          file,
          text: `${file} › ${title}${reason(tests.flatMap(({ results }) => results)[0]?.error?.message)}`,
        })),
      ...errors.map(({ message }, index) => ({
        id: `error ${index}`,
        file: null,
        text: `outside of the stories${reason(message)}`,
      })),
    ],
  };
};

/** Sections of the benchmark. */
export interface BenchReport {
  passed: string[];
  failed: { name: string; why: string }[];
}

export const benchReport: ReadReport = (report) => {
  const { passed, failed } = report as BenchReport;
  return { passed, failed: failed.map(({ name, why }) => ({ id: name, file: null, text: `${name}${reason(why)}` })) };
};

/** Whether a test of vitest failed because its time was over, as on a busy machine, and not by what it asserts. */
export const ranOutOfTime = ({ text }: FailedTest): boolean => /\b(Test|Hook) timed out in \d+ms/.test(text);

/** What failed, after it has run once more: flaky is what passes then; what fails again, or does not run again, has failed. */
export function afterSecondRun(
  failed: readonly FailedTest[],
  second: Result,
): { failed: FailedTest[]; flaky: FailedTest[] } {
  const passedNow = new Set(second.passed);
  return {
    failed: failed.filter(({ id }) => !passedNow.has(id)),
    flaky: failed.filter(({ id }) => passedNow.has(id)),
  };
}
