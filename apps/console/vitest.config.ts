import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'console',
    environment: 'jsdom',
    // what needs no document is a `.test.ts`, and runs without one: making it takes longer than most tests
    include: ['src/**/*.test.tsx'],
    setupFiles: ['src/testing/test-setup.ts'],
    css: false,
    testTimeout: 30_000,
  },
});
