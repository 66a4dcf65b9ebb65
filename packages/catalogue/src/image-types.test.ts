import { expect, it } from 'vitest';
import { imageTypes, maxImageBytes } from './image-types.ts';

it('an uploaded image is a bitmap of at most 512 kB; no SVG, which carries scripts', () => {
  expect(imageTypes).toEqual(['image/png', 'image/jpeg', 'image/webp']);
  expect(maxImageBytes).toBe(524_288);
});
