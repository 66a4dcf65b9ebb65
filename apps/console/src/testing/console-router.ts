import { onTestFinished } from 'vitest';
import { createConsoleRouter } from '../app/router.tsx';

/** The router of the console. After its test it no longer hears of addresses: test files share a window. */
export function consoleRouter() {
  const router = createConsoleRouter();
  onTestFinished(() => router.history.destroy());
  return router;
}
