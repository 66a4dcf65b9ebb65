import { defineConfig } from '@playwright/test';

const chromium = process.env.VARDE_TEST_CHROMIUM ?? '/usr/bin/chromium';

/**
 * Stories in which the database counts: what row-level security lets through, what several connections do at once, what
 * is left after the server dies. The others run on PGlite alone; the server tests run every query on both.
 */
const databaseStories = [
  'administration',
  'alarm',
  'audit',
  'crash',
  'device-list',
  'fleet',
  'kill-under-load',
  'personal-data',
  'rights-in-use',
].map((name) => `**/${name}.spec.ts`);

/** Stories run against whole servers, with real sockets and a real browser; those of a file one after the other. */
export default defineConfig({
  testDir: './stories',
  testMatch: process.env.VARDE_TEST_POSTGRES === undefined ? '**/*.spec.ts' : databaseStories,
  outputDir: '../test-results',
  workers: 2, // a story waits for half of its time
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
