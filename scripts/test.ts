import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.ts';
import { ensureChromium, ensureMosquitto, startPostgres } from './services.ts';
import {
  afterSecondRun,
  benchReport,
  type FailedTest,
  playwrightReport,
  type ReadReport,
  type Result,
  ranOutOfTime,
  vitestReport,
} from './test-reports.ts';

/**
 * `npm test`: all tests of Varde, on both databases, on a machine that has Node, npm and Debian's packages. A story that
 * failed, and another test that ran out of time, runs once more, alone, at the end: it is flaky if it passes then, and
 * counts as passed. The last line counts passed and failed tests.
 */

const reports = mkdtempSync(join(tmpdir(), 'varde-test-reports-'));
const total = { passed: 0, failed: 0 };
const failures: string[] = [];
const flaky: string[] = [];

function count(name: string, passed: number, failed: readonly string[]): void {
  total.passed += passed;
  total.failed += failed.length;
  failures.push(...failed.map((test) => `${name}: ${test}`));
}

/** A command without a report counts as one test. */
async function step(name: string, command: string, args: string[]): Promise<void> {
  console.log(`\n── ${name}`);
  const { code, seconds } = await run(command, args, { live: true });
  console.log(`── ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(0)} s)`);
  count(name, code === 0 ? 1 : 0, code === 0 ? [] : ['failed']);
}

/** A test runner is counted by its own report; a bad exit without a failed test is a failure too. */
async function testRun(
  name: string,
  command: string,
  argsFor: (report: string) => string[],
  env: Record<string, string>,
  read: ReadReport,
): Promise<Result> {
  console.log(`\n── ${name}`);
  const report = join(reports, `${name.replaceAll(/\W+/g, '-')}.json`);
  const { code, seconds } = await run(command, argsFor(report), {
    live: true,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const { passed, failed } = readReport(report, read);
  const unexplained = code !== 0 && failed.length === 0 ? [{ id: name, file: null, text: `ended with ${code}` }] : [];
  const result = { passed, failed: [...failed, ...unexplained] };
  console.log(`── ${name}: ${passed.length} passed, ${result.failed.length} failed (${seconds.toFixed(0)} s)`);
  return result;
}

function readReport(path: string, read: ReadReport): Result {
  try {
    return read(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return { passed: [], failed: [{ id: path, file: null, text: 'no report' }] };
  }
}

const secondRuns: (() => Promise<void>)[] = [];

/** Failures of which a second run, alone and at the end, decides. */
function decideLater(name: string, failed: readonly FailedTest[], runAlone: () => Promise<Result>): void {
  if (failed.length === 0) return;
  secondRuns.push(async () => {
    const result = afterSecondRun(failed, await runAlone());
    count(
      name,
      result.flaky.length,
      result.failed.map(({ text }) => text),
    );
    flaky.push(...result.flaky.map(({ text }) => `${name}: ${text}`));
  });
}

async function tests(name: string, args: string[], env: Record<string, string>): Promise<void> {
  const vitest = (more: string[]) => (report: string) => [
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...[...args, ...more],
  ];
  const { passed, failed } = await testRun(name, 'vitest', vitest([]), env, vitestReport);
  const late = failed.filter(ranOutOfTime);
  const wrong = failed.filter((test) => !late.includes(test));
  count(
    name,
    passed.length,
    wrong.map(({ text }) => text),
  );
  const files = [...new Set(late.map(({ file }) => file ?? ''))];
  const alone = vitest([...files, '--maxWorkers=1']);
  decideLater(name, late, () => testRun(`${name} once more`, 'vitest', alone, env, vitestReport));
}

async function stories(name: string, env: Record<string, string>): Promise<void> {
  const lastRun = join(reports, `${name.replaceAll(/\W+/g, '-')}.last-run.json`);
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--last-failed-file', lastRun];
  const { passed, failed } = await testRun(name, 'playwright', () => args, env, playwrightReport);
  count(name, passed.length, []);
  const alone = [...args, '--last-failed', '--workers', '1'];
  decideLater(name, failed, () => testRun(`${name} once more`, 'playwright', () => alone, env, playwrightReport));
}

/** Each section is a test: it passes when it comes to its end, whatever it found. */
async function benchmark(name: string): Promise<void> {
  const args = (report: string) => ['bench/src/main.ts', '--quick', '--engine', 'PGlite', '--report', report];
  const { passed, failed } = await testRun(name, 'node', args, {}, benchReport);
  count(
    name,
    passed.length,
    failed.map(({ text }) => text),
  );
}

const chromium = ensureChromium();
const mosquitto = ensureMosquitto();
const postgres = await startPostgres({ durable: false });
try {
  const onPostgres = { VARDE_TEST_POSTGRES: postgres.url };
  const inBrowser = { VARDE_TEST_CHROMIUM: chromium };
  await step('format, lint, types, boundaries, dead code', 'node', ['scripts/check.ts', '--without-tests']);
  await tests('unit, console and server tests on PGlite', [], { VARDE_TEST_MOSQUITTO: mosquitto });
  await tests(
    'server tests on PostgreSQL', // the database works in its own processes, for which half of the time is waited
    ['--project', 'server*', '--project', 'processes', `--maxWorkers=${2 * availableParallelism()}`],
    onPostgres,
  );
  await step('console build', 'npm', ['run', 'build']);
  await step('weight of login and device list', 'npm', ['run', 'size', '-w', '@varde/console']);
  await benchmark('benchmark, quick');
  await stories('stories on PGlite', inBrowser);
  await stories('stories on PostgreSQL', { ...inBrowser, ...onPostgres });
  for (const secondRun of secondRuns) await secondRun();
} finally {
  await postgres.stop();
  rmSync(reports, { recursive: true, force: true });
}

if (failures.length > 0) console.log(['\nFailed:', ...failures].join('\n  '));
if (flaky.length > 0) console.log(['\nflaky (failed, and passed alone):', ...flaky].join('\n  '));
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
