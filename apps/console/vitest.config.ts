import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** A test that replaces modules (`vi.mock`): it has its own process, the others share theirs. */
export const isolated = 'src/**/*.isolated.test.tsx';

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'console',
    environment: 'jsdom',
    isolate: false,
    maxWorkers: Math.ceil(1.5 * availableParallelism()), // as for the other projects
    // what needs no document is a `.test.ts`, and runs without one: making it takes longer than most tests
    include: ['src/**/*.test.tsx'],
    exclude: [isolated],
    setupFiles: ['../../testing/src/patient-waits.ts', 'src/testing/test-setup.ts'],
    css: false,
    // as for the other projects: on a busy machine a test of one second takes a minute
    testTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
  },
});
