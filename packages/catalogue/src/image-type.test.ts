import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageTypeOf } from './image-type.ts';
import { images } from './testing/images.ts';

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));
const text = (words: string) => new TextEncoder().encode(words);
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const script = text('<script>alert(1)</script>');

describe('the type of an image', () => {
  it.each(Object.entries(images))('is %s by its content', (type, base64) => {
    expect(imageTypeOf(bytesOf(base64))).toBe(type);
  });

  it.each(Object.entries(images))('is null with content before or after the %s, or without its end', (_, base64) => {
    const image = bytesOf(base64);
    expect(imageTypeOf(joined(image, script))).toBeNull();
    expect(imageTypeOf(joined(script, image))).toBeNull();
    expect(imageTypeOf(image.subarray(0, -1))).toBeNull();
  });

  it.each([
    ['nothing', text('')],
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['SVG behind a byte order mark', text('\ufeff<?xml version="1.0"?><svg/>')],
    ['HTML', text('<!doctype html><script>alert(1)</script>')],
    ['GIF', text('GIF89a/*<svg/onload=alert(1)>*/')],
    ['PDF', text('%PDF-1.7')],
    ['a sound in the container of WebP', joined(text('RIFF'), new Uint8Array([4, 0, 0, 0]), text('WAVE'))],
    ['the head of a PNG alone', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['the head of a JPEG alone', new Uint8Array([0xff, 0xd8, 0xff])],
  ])('is null for %s', (_, bytes) => {
    expect(imageTypeOf(bytes)).toBeNull();
  });

  it('is null for random bytes, which never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(imageTypeOf(bytes)).toBeNull();
      }),
    );
    const heads = Object.values(images).map((base64) => bytesOf(base64).subarray(0, 16));
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 20 }), fc.nat(16), (head, rest, cut) => {
        expect(imageTypeOf(joined(head.subarray(0, cut), rest))).toBeNull();
      }),
    );
  });
});
