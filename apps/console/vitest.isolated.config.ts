import { defineConfig } from 'vitest/config';
import shared, { isolated } from './vitest.config.ts';

export default defineConfig({
  ...shared,
  test: { ...shared.test, name: 'console-isolated', isolate: true, include: [isolated], exclude: [] },
});
