import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root, run } from './run.ts';
import { ensureChromium, startPostgres } from './services.ts';

/**
 * `npm test`: all tests of Varde, on both databases, on a machine that has Node, npm and Debian's packages. The last
 * line counts passed and failed ones.
 */

const reports = mkdtempSync(join(tmpdir(), 'varde-test-reports-'));
const total = { passed: 0, failed: 0 };
const failures: string[] = [];

function count(name: string, passed: number, failed: number, names: readonly string[] = []): void {
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failures.push(...(names.length > 0 ? names.map((test) => `${name}: ${test}`) : [name]));
}

/** A command without a report counts as one test. */
async function step(name: string, command: string, args: string[]): Promise<void> {
  console.log(`\n── ${name}`);
  const { code, seconds } = await run(command, args, { live: true });
  console.log(`── ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(0)} s)`);
  count(name, code === 0 ? 1 : 0, code === 0 ? 0 : 1);
}

/** A test runner is counted by its own report; a bad exit without a failed test is a failure too. */
async function suite(
  name: string,
  command: string,
  args: string[],
  env: Record<string, string>,
  read: ReadReport,
): Promise<void> {
  console.log(`\n── ${name}`);
  const report = join(reports, `${name.replaceAll(/\W+/g, '-')}.json`);
  const { code, seconds } = await run(
    command,
    [...args, ...(command === 'vitest' ? [`--outputFile.json=${report}`] : [])],
    {
      live: true,
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    },
  );
  const result = readReport(report, read);
  const failed = code !== 0 && result.failed === 0 ? 1 : result.failed;
  console.log(`── ${name}: ${result.passed} passed, ${failed} failed (${seconds.toFixed(0)} s)`);
  count(name, result.passed, failed, result.names);
}

interface Result {
  passed: number;
  failed: number;
  /** Of the failed tests, as far as the report says. */
  names: readonly string[];
}
type ReadReport = (report: unknown) => Result;

function readReport(path: string, read: ReadReport): Result {
  try {
    return read(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return { passed: 0, failed: 1, names: [] };
  }
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}
/** The first lines of a message, without colours. */
const reason = (message = ''): string =>
  message === '' ? '' : `\n    ${stripVTControlCharacters(message).split('\n').slice(0, 5).join('\n    ')}`;

const vitestReport: ReadReport = (report) => {
  const { numPassedTests, numFailedTests, testResults } = report as VitestReport;
  const names = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) =>
          `${relative(root, name)} › ${fullName}${reason(failureMessages?.[0])}`,
      ),
  );
  return { passed: numPassedTests, failed: numFailedTests, names };
};

interface PlaywrightSuite {
  specs: {
    title: string;
    file: string;
    ok: boolean;
    tests: { results: { error?: { message?: string } }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
}
const specsOf = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
];
const playwrightReport: ReadReport = (report) => {
  const { stats, suites } = report as PlaywrightReport;
  const failed = suites.flatMap(specsOf).filter(({ ok }) => !ok);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    names: failed.map(
      ({ file, title, tests }) =>
        `${file} › ${title}${reason(tests.flatMap(({ results }) => results)[0]?.error?.message)}`,
    ),
  };
};

const chromium = ensureChromium();
const postgres = await startPostgres({ durable: false });
try {
  const vitest = ['run', '--reporter=default', '--reporter=json'];
  const onPostgres = { VARDE_TEST_POSTGRES: postgres.url };
  await step('format, lint, types, boundaries, dead code', 'node', ['scripts/check.ts', '--without-tests']);
  await suite('unit, console and server tests on PGlite', 'vitest', vitest, {}, vitestReport);
  await suite(
    'server tests on PostgreSQL', // the database works in its own processes, for which half of the time is waited
    'vitest',
    [
      ...vitest,
      '--project',
      'server*',
      '--project',
      'processes',
      `--maxWorkers=${2 * availableParallelism()}`,
    ],
    onPostgres,
    vitestReport,
  );
  await step('console build', 'npm', ['run', 'build']);
  await step('weight of login and device list', 'npm', ['run', 'size', '-w', '@varde/console']);
  const stories = ['test', '--config', 'e2e/playwright.config.ts'];
  await suite(
    'stories on PGlite',
    'playwright',
    stories,
    { VARDE_TEST_CHROMIUM: chromium },
    playwrightReport,
  );
  await suite(
    'stories on PostgreSQL',
    'playwright',
    stories,
    { VARDE_TEST_CHROMIUM: chromium, ...onPostgres },
    playwrightReport,
  );
} finally {
  await postgres.stop();
  rmSync(reports, { recursive: true, force: true });
}

if (failures.length > 0) console.log(['\nFailed:', ...failures].join('\n  '));
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
