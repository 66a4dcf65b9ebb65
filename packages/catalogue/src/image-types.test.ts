import { expect, it } from 'vitest';
import { imageTypes, userImageTypes } from './image-types.ts';

it('an uploaded image is no SVG, which carries scripts', () => {
  for (const type of [...imageTypes, ...userImageTypes]) expect(type).not.toContain('svg');
});
