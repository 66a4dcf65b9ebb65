import { groundInMiddle, openMapAt, pixelsOfNames } from '../fixtures/map.ts';
import { expect, test } from '../fixtures/story.ts';

const places = [
  ['Ålesund', { lat: 62.4722, lng: 6.1495 }, 'land'],
  ['the Oslofjord', { lat: 59.45, lng: 10.6 }, 'water'],
  ['Stockholm', { lat: 59.345, lng: 18.05 }, 'land'],
  ['Reykjavik', { lat: 64.135, lng: -21.88 }, 'land'],
  ['Copenhagen', { lat: 55.692, lng: 12.54 }, 'land'],
  ['Mjøsa', { lat: 60.7, lng: 11.05 }, 'water'],
  ['Longyearbyen', { lat: 78.215, lng: 15.63 }, 'land'],
  ['the Norwegian Sea', { lat: 66, lng: 3 }, 'water'],
  ['Berlin, outside the Nordic countries', { lat: 52.52, lng: 13.4 }, 'land'],
  ['Chukotka, where the map ends at 180°', { lat: 67.5, lng: 179.99 }, 'land'],
] as const;

for (const [index, [place, home, kind]] of places.entries()) {
  test(`the bundled map has ${kind} where there is ${kind}: ${place}`, async ({ story }) => {
    const scheme = index % 2 === 0 ? 'light' : 'dark';
    const page = await openMapAt(story, {
      name: `Trygghetsalarm 0${String(index + 1).padStart(2, '0')}`,
      home,
      scheme,
    });
    await expect.poll(() => groundInMiddle(page, scheme)).toBe(kind);
  });
}

test('without tiles the map draws names of towns, says that it is without detail, names its sources, and asks nobody else', async ({
  story,
}) => {
  const page = await openMapAt(story, { name: 'Trygghetsklokke 001', home: { lat: 62.57468, lng: 11.3842 } });
  const hosts = new Set<string>();
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) hosts.add(new URL(request.url()).origin);
  });
  await page.reload();
  await expect(page.getByText('Kart uten detaljer')).toBeVisible();
  await expect.poll(() => pixelsOfNames(page)).toBeGreaterThan(15); // Røros
  await expect(page.getByText('© OpenStreetMap · GeoNames · Natural Earth')).toBeVisible();
  expect([...hosts]).toEqual([story.varde.url]);
});

test('the open sea has no names', async ({ story }) => {
  const page = await openMapAt(story, { name: 'Trygghetsklokke 002', home: { lat: 66, lng: 3 } });
  await expect.poll(() => groundInMiddle(page)).toBe('water');
  expect(await pixelsOfNames(page)).toBe(0);
});
