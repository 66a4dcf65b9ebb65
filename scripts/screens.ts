import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { album } from '../e2e/screens/camera.ts';
import { sets, takeReadmePicture, takeScreens } from '../e2e/screens/take-screens.ts';
import { root } from './run.ts';
import { ensureChromium } from './services.ts';

/**
 * `npm run screens`: a picture of every screen at 390, 1024 and 1600 px, light and dark, into `screens/`.
 * `-- access rights` takes only those sets, `-- --only=alarm|list` only screens whose names match, `-- --readme` only the
 * picture of the README.
 */

const chromium = ensureChromium();
const start = performance.now();
if (process.argv.includes('--readme')) {
  await takeReadmePicture(chromium, join(root, 'docs/pictures/list.png'));
} else {
  const folder = join(root, 'screens');
  const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
  if (only !== undefined) album.only = new RegExp(only);
  const wanted = sets.filter((set) => process.argv.includes(set));
  if (wanted.length === 0 && only === undefined) rmSync(folder, { recursive: true, force: true });
  await takeScreens(chromium, folder, wanted.length === 0 ? sets : wanted);
}
console.log(`Done in ${((performance.now() - start) / 1000).toFixed(0)} s.`);
if (album.failed.length > 0) console.error(`Without a picture: ${album.failed.join(', ')}.`);
process.exit(album.failed.length > 0 ? 1 : 0);
