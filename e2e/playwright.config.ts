import { defineConfig } from '@playwright/test';
import { ensureChromium } from '../scripts/services.ts';

const chromium = process.env.VARDE_TEST_CHROMIUM ?? ensureChromium();

/**
 * Stories that depend on the database: several connections at once, customers set apart by row-level security, the state
 * after a killed server. The others run on PGlite alone; the server tests run every query on both.
 */
const databaseStories = ['administration', 'alarm', 'alarm-claims', 'crash'].map((name) => `**/${name}.spec.ts`);
const stories = process.env.VARDE_TEST_POSTGRES === undefined ? '**/*.spec.ts' : databaseStories;
const killStories = '**/kill-under-load.spec.ts';

/**
 * Stories run against whole servers, with real sockets and a real browser; those of a file one after the other. A trace
 * costs a fifth of the time: `npx playwright test … --trace on` makes one of a story that fails.
 */
export default defineConfig({
  testDir: './stories',
  // The longest one first, so that it does not end alone.
  projects: [
    { name: 'kills', testMatch: killStories },
    { name: 'stories', testMatch: stories, testIgnore: killStories },
  ],
  globalSetup: './fixtures/first-start.ts',
  outputDir: '../test-results',
  workers: 4, // on two cores: a story waits for half of its time
  timeout: 240_000, // a machine may be several times slower than usual
  expect: { timeout: 45_000 },
  reporter: [['list'], ['json']],
  use: {
    locale: 'nb-NO',
    timezoneId: 'Europe/Oslo',
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' }, // an element that fades in has no contrast yet
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
        '--autoplay-policy=no-user-gesture-required', // a story that needs a silent browser makes one
        '--disable-gpu-compositing', // SwiftShader is for maps alone: pages drawn with it cost twice as much
      ],
    },
  },
});
