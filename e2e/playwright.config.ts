import { defineConfig } from '@playwright/test';

const chromium = process.env.VARDE_TEST_CHROMIUM ?? '/usr/bin/chromium';

/**
 * Stories of what the console does by itself: no query of theirs is its own, and the server tests run all queries on both
 * databases. They are told once.
 */
const consoleStories = [
  'accessibility',
  'away',
  'device-page',
  'double-click',
  'hostile-names',
  'lockout',
  'login',
  'long-list',
  'mail',
  'press',
  'settings',
  'shell',
].map((name) => `**/${name}.spec.ts`);

/** Stories run one after the other against a whole server, with real sockets and a real browser. */
export default defineConfig({
  testDir: './stories',
  testIgnore: process.env.VARDE_TEST_POSTGRES === undefined ? [] : consoleStories,
  outputDir: '../test-results',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    locale: 'nb-NO',
    timezoneId: 'Europe/Oslo',
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' }, // what fades in has no contrast yet
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // MapLibre draws with WebGL; a test machine has no graphics card
        '--enable-unsafe-swiftshader',
        '--use-gl=angle',
        '--use-angle=swiftshader',
      ],
    },
  },
});
