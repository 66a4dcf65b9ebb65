import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'console',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/test-setup.ts'],
    css: false,
    // one jsdom for each worker: making it takes longer than the tests
    isolate: false,
  },
});
