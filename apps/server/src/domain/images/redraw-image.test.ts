import { maxImageBytes } from '@varde/catalogue/image-types';
import { images } from '@varde/catalogue/testing/images';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { AppError } from '#platform/app-error.ts';
import { redrawImage } from './redraw-image.ts';

const blank = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 40, b: 20, alpha: 0.5 } } });
const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
      background: '#000',
    },
  });
const look = async (image: Uint8Array) => sharp(image).metadata();
const faultOf = (bytes: Uint8Array) =>
  redrawImage(bytes).then(
    () => null,
    (error: AppError) => error.errors?.[0]?.message ?? error.code,
  );
const pngOf = (name: keyof typeof images) => new Uint8Array(Buffer.from(images[name], 'base64'));

describe('an image', () => {
  test('loses its metadata (place, time, camera), its colour profile and every text in it', async () => {
    const secret = 'Storgata 1, Solvik';
    const tagged = blank(40, 30)
      .withExif({
        IFD0: { Copyright: secret, ImageDescription: secret },
        IFD3: { GPSLatitude: '59/1 54/1 0/1' },
      })
      .withIccProfile('p3')
      .withXmp(`<?xpacket begin="" id="x"?><x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`);
    for (const bytes of [
      await tagged.clone().jpeg().toBuffer(),
      await tagged.clone().png().toBuffer(),
      await tagged.clone().webp().toBuffer(),
    ]) {
      expect((await look(bytes)).exif).toBeDefined();
      const { image } = await redrawImage(bytes);
      const { exif, xmp, iptc, icc, comments, width, height } = await look(image);
      expect({ exif, xmp, iptc, icc, comments, width, height }).toEqual({ width: 40, height: 30 });
      expect(Buffer.from(image).includes(secret)).toBe(false);
    }
  });

  test('is upright without orientation metadata', async () => {
    const lying = await blank(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await look((await redrawImage(lying)).image)).toMatchObject({ width: 20, height: 40 });
    expect((await look((await redrawImage(lying)).image)).orientation).toBeUndefined();
  });

  test('keeps its type, except WebP, which becomes PNG, and keeps its transparency', async () => {
    for (const [name, kept] of [
      ['image/png', 'image/png'],
      ['image/jpeg', 'image/jpeg'],
      ['image/webp', 'image/png'],
    ] as const)
      expect((await redrawImage(pngOf(name))).mediaType).toBe(kept);
    const through = await blank(10, 10, 4).webp().toBuffer();
    expect((await look((await redrawImage(through)).image)).hasAlpha).toBe(true);
  });

  test('that is animated becomes a still image', async () => {
    const frames = await Promise.all([blank(8, 8).png().toBuffer(), noise(8).png().toBuffer()]);
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer();
    expect((await look(moving)).pages).toBe(2);
    const { image } = await redrawImage(moving);
    expect(await look(image)).toMatchObject({ width: 8, height: 8 });
    expect((await look(image)).pages ?? 1).toBe(1);
  });

  test('is scaled down until it fits, and never up', async () => {
    const { image } = await redrawImage(await noise(1100).webp({ quality: 1 }).toBuffer());
    expect(image.length).toBeLessThanOrEqual(maxImageBytes);
    expect((await look(image)).width).toBeLessThan(1024);
    expect(await look((await redrawImage(await blank(3, 2).png().toBuffer())).image)).toMatchObject({
      width: 3,
      height: 2,
    });
  });

  test.each([
    [8000, 5000, null],
    [8000, 5001, 'must have at most 40 megapixels'],
  ])('of %d by %d pixels in a small file: %s', async (width, height, fault) => {
    const bytes = await blank(width, height).png({ palette: true }).toBuffer();
    expect(bytes.length).toBeLessThan(maxImageBytes);
    expect(await faultOf(bytes)).toBe(fault);
  });

  test('that is damaged, truncated or only resembles one is refused', async () => {
    const whole = await blank(200, 200).png().toBuffer();
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, whole.indexOf('IDAT') + 4, whole.indexOf('IDAT') + 12);
    expect(await faultOf(damaged)).toBe('is damaged');
    const torn = Buffer.concat([whole.subarray(0, whole.length / 2), whole.subarray(-12)]);
    expect(await faultOf(torn)).toBe('is damaged');
    for (const none of [Buffer.from('GIF89a'), Buffer.from('<svg/>'), Buffer.alloc(0)])
      expect(await faultOf(none)).toBe('must be a PNG, JPEG or WebP image of at most 512 kB');
  });

  test('that is cut out of a larger buffer leaves that buffer unchanged', async () => {
    const png = await blank(10, 10).png().toBuffer();
    const around = Buffer.concat([Buffer.alloc(100, 1), png, Buffer.alloc(100, 2)]);
    const before = Buffer.from(around);
    const { image } = await redrawImage(around.subarray(100, 100 + png.length));
    expect(around.equals(before)).toBe(true);
    expect(await look(image)).toMatchObject({ width: 10 });
  });

  test('waits for those before it, and is refused when too many wait; later ones are accepted again', async () => {
    const png = await blank(500, 500).png().toBuffer();
    const faults = await Promise.all(Array.from({ length: 12 }, () => faultOf(png)));
    expect(faults.filter((fault) => fault === null)).toHaveLength(8);
    expect(faults.slice(8)).toEqual(Array.from({ length: 4 }, () => 'tooManyRequests'));
    expect(await faultOf(png)).toBeNull();
  });
});
