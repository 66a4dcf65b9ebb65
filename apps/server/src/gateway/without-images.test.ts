import { expect, test } from 'vitest';
import { withoutImages } from './without-images.ts';

const kept = (text: string) => Buffer.from(withoutImages(Buffer.from(text))).toString();

test('a long run of base64 is left out of what is stored, also where a writer of JSON has escaped it or broken its lines', () => {
  const image = 'iVBO/9j+'.repeat(100);
  const lines = image.replaceAll(/.{76}/g, (line) => `${line}\\r\\n`);
  for (const data of [image, lines, image.replaceAll('/', '\\/'), image.replaceAll('/', '_').replaceAll('+', '-')])
    expect(kept(`{"image":{"id":"1","data":"${data}"},"events":["alarm"]}`)).toBe(
      `{"image":{"id":"1","data":"(${data.length} characters)"},"events":["alarm"]}`,
    );
});

test('everything else is stored as it came, in any character set', () => {
  for (const text of [
    '',
    'x'.repeat(399),
    '{"name":"Blåbærveien 7 – e\u0301"} '.repeat(40),
    '\u0000\u00ff '.repeat(400),
  ])
    expect(kept(text)).toBe(text);
  const bytes = Buffer.from([...Array(1000).keys()].map((each) => each % 256));
  expect(withoutImages(bytes)).toEqual(bytes);
});

test('whatever a device sends, it takes no longer than decoding the worst frame', () => {
  const frame = Buffer.from(`${'a'.repeat(399)} `.repeat(160));
  const rounds = Array.from({ length: 10 }, () => {
    const began = performance.now();
    expect(withoutImages(frame)).toBe(frame);
    return performance.now() - began;
  });
  expect(Math.min(...rounds)).toBeLessThan(10);
});
