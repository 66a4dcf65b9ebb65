import { copyFileSync, mkdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groundInMiddle, openMapAt, pixelsOfNames } from '../fixtures/map.ts';
import { expect, test } from '../fixtures/story.ts';

const folder = join(tmpdir(), `varde-map-file-${process.pid}`);
const file = join(folder, 'norge.pmtiles');
/** The bundled map has the layers of a map file. */
const whole = join(import.meta.dirname, '../../apps/console/src/kit/map/ground/ground.pmtiles');
const home = { lat: 62.57468, lng: 11.3842 };
const note = 'Kart uten detaljer';

test.use({ environment: { VARDE_MAP_FILE: file, VARDE_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png' } });
test.beforeEach(() => {
  mkdirSync(folder, { recursive: true });
  copyFileSync(whole, file);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a map file is read in parts, drawn with its names, and nobody else is asked', async ({ story }) => {
  const page = await openMapAt(story, { name: 'Trygghetsalarm 001', home });
  const asked: string[] = [];
  const parts: number[] = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) asked.push(new URL(request.url()).origin);
  });
  page.on('response', (response) => {
    if (response.url().endsWith('/ajax/map.pmtiles')) parts.push(response.status());
  });
  await page.reload();
  await expect.poll(() => groundInMiddle(page)).toBe('land');
  await expect.poll(() => pixelsOfNames(page)).toBeGreaterThan(15);
  await expect(page.getByText(note)).toBeHidden();
  expect(new Set(asked)).toEqual(new Set([story.varde.url]));
  expect(parts.length).toBeGreaterThan(2);
  expect(new Set(parts)).toEqual(new Set([206]));
});

test('a file that is cut off, or gone, leaves the bundled map, which says so; the whole one is used once it is back', async ({
  story,
}) => {
  truncateSync(file, 1_000_000);
  const page = await openMapAt(story, { name: 'Trygghetsalarm 002', home });
  await expect(page.getByText(note)).toBeVisible();
  await expect.poll(() => groundInMiddle(page)).toBe('land');
  await expect.poll(() => pixelsOfNames(page)).toBeGreaterThan(15);
  expect(story.varde.output()).toContain('the map file is incomplete: it has 1000000 of');
  rmSync(file);
  await page.reload();
  await expect(page.getByText(note)).toBeVisible();
  expect(story.varde.output()).toContain('the map file cannot be read: ENOENT');
  copyFileSync(whole, file);
  await expect(page.getByText(note)).toBeHidden(); // asked again, without a reload
  await expect.poll(() => pixelsOfNames(page)).toBeGreaterThan(15);
});

test('another file in its place while a map is open does not disturb the map', async ({ story }) => {
  const page = await openMapAt(story, { name: 'Trygghetsalarm 003', home });
  await expect.poll(() => groundInMiddle(page)).toBe('land');
  copyFileSync(whole, `${file}.new`);
  rmSync(file);
  copyFileSync(`${file}.new`, file);
  const zoomOut = page.getByRole('button', { name: 'Zoom ut' });
  for (const _step of [1, 2, 3]) await zoomOut.click();
  await expect.poll(() => groundInMiddle(page)).toBe('land');
  await expect(page.getByText(note)).toBeHidden();
});
