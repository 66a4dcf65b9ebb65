import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.ts';
import { ensureChromium, startPostgres } from './services.ts';

/**
 * `npm test`: everything that proves Varde, on both databases, on a machine that has Node, npm and Debian's packages.
 * The last line counts what passed and what failed.
 */

const reports = mkdtempSync(join(tmpdir(), 'varde-test-reports-'));
const total = { passed: 0, failed: 0 };
const failures: string[] = [];

function count(name: string, passed: number, failed: number): void {
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failures.push(name);
}

/** A command that either works or does not counts as one. */
async function step(name: string, command: string, args: string[]): Promise<void> {
  console.log(`\n── ${name}`);
  const { code, seconds } = await run(command, args, { live: true });
  console.log(`── ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(0)} s)`);
  count(name, code === 0 ? 1 : 0, code === 0 ? 0 : 1);
}

/** A test runner is counted by its own report; ending badly without a failed test is a failure too. */
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
  const { passed, failed } = readReport(report, read);
  console.log(`── ${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(0)} s)`);
  count(name, passed, code !== 0 && failed === 0 ? 1 : failed);
}

type ReadReport = (report: Record<string, unknown>) => { passed: number; failed: number };

function readReport(path: string, read: ReadReport): { passed: number; failed: number } {
  try {
    return read(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const vitestReport: ReadReport = (report) => ({
  passed: Number(report.numPassedTests),
  failed: Number(report.numFailedTests),
});
const playwrightReport: ReadReport = (report) => {
  const stats = report.stats as { expected: number; unexpected: number; flaky: number };
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
};

const chromium = ensureChromium();
const postgres = await startPostgres({ durable: false });
try {
  const vitest = ['run', '--reporter=default', '--reporter=json'];
  const onPostgres = { VARDE_TEST_POSTGRES: postgres.url };
  await step('format, lint, types, boundaries, dead code', 'node', ['scripts/check.ts', '--without-tests']);
  await suite('unit, console and server tests on PGlite', 'vitest', vitest, {}, vitestReport);
  await suite(
    'server tests on PostgreSQL',
    'vitest',
    [...vitest, '--project', 'server*'],
    onPostgres,
    vitestReport,
  );
  await suite(
    'processes on PostgreSQL',
    'vitest',
    [...vitest, '--project', 'processes', 'one-server'],
    onPostgres,
    vitestReport,
  );
  await step('console build', 'npm', ['run', 'build']);
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

if (failures.length > 0) console.log(`\nFailed: ${failures.join('; ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
