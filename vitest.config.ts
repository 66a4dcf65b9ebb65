import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // property tests on a machine that does much else
          testTimeout: 30_000,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/{simulator,console}/src/**/*.test.ts',
            'apps/console/scripts/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          exclude: ['**/*.process.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } }, // something happens, however busy the machine is
        },
      },
      {
        test: {
          // Varde as processes of its own: what exit codes, signals and deaths do cannot be seen from within.
          name: 'processes',
          include: ['apps/server/src/**/*.process.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 15_000 } },
          fileParallelism: false,
        },
      },
      'apps/console',
    ],
  },
});
