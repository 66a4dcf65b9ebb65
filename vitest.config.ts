import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** A test that replaces modules (`vi.mock`) or the clock of a whole server: it has its own process, the others of a project share theirs. */
const isolated = '**/*.isolated.test.ts';

/** Tests of what comes before a database or is the same with each, or that bring their own: once is enough. */
const onPostgres = process.env.VARDE_TEST_POSTGRES !== undefined;
const onPgliteAlone = !onPostgres
  ? []
  : [
      ...['export-pdf', 'hostile-fields', 'hostile-requests', 'known-browser', 'redraw-image'],
      ...['mqtt-broker', 'mqtt-promises', 'safe-methods', 'synced-folder', 'test-database'],
    ].map((name) => `**/${name}.test.ts`);

/** What a test waits for happens, however busy the machine is. */
const patient = {
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 45_000 } },
  setupFiles: ['testing/src/patient-waits.ts'],
};

export default defineConfig({
  test: {
    maxWorkers: Math.ceil(1.5 * availableParallelism()), // a test waits for a tenth of its time, some for all of it
    projects: [
      {
        test: {
          ...patient,
          name: 'unit',
          isolate: false,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/{simulator,console}/src/**/*.test.ts',
            'apps/console/scripts/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/src/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...patient,
          name: 'server',
          isolate: false,
          include: ['apps/server/src/**/*.test.ts'],
          exclude: ['**/*.process.test.ts', isolated, ...onPgliteAlone],
        },
      },
      { test: { ...patient, name: 'server-isolated', include: [`apps/server/src/${isolated}`] } },
      {
        test: {
          ...patient,
          // Varde as processes of its own: what exit codes, signals and deaths do cannot be seen from within.
          name: 'processes',
          // On PGlite they fill the machine, after the others. On PostgreSQL, of several servers, they wait for most of the time.
          sequence: { groupOrder: onPostgres ? 0 : 1 },
          include: [`apps/server/src/**/${onPostgres ? '{one-server,several-processes}' : '*'}.process.test.ts`],
          // a busy machine takes minutes for the first start of a database
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      'apps/console/vitest.config.ts',
      'apps/console/vitest.isolated.config.ts',
    ],
  },
});
