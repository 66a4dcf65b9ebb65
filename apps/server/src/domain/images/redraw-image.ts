import { type ImageType, maxImageBytes } from '@varde/catalogue/image-types';
import sharp from 'sharp';
import { AppError } from '#platform/app-error.ts';
import { imageTypeOf } from './image-type.ts';

/** Larger pictures than cameras take; a file of a few kilobytes can claim to be any size. */
const maxPixels = 40_000_000;
/** The longer side of what is kept, smaller if it does not fit into `maxImageBytes`. */
const sides = [1024, 512, 256];
/** How long one image may take, and how many may wait while another is drawn. */
const maxSeconds = 10;
const maxWaiting = 8;

// What is decoded is what `imageTypeOf` knows, whatever a file claims to be inside.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Decodes an image and encodes it anew: what was hidden in the file, where and by whom it was taken, and all pictures
 * of an animation but the first, are gone. JPEG stays JPEG, anything else becomes PNG. One at a time and outside of the
 * event loop. Throws `validationFailed` for what is no image, is damaged or has too many pixels, and `tooManyRequests`
 * when too many wait.
 */
export async function redrawImage(bytes: Uint8Array): Promise<{ mediaType: ImageType; image: Uint8Array }> {
  const type = bytes.length > maxImageBytes ? null : imageTypeOf(bytes);
  if (type === null) throw refused('must be a PNG, JPEG or WebP image of at most 512 kB');
  if (waiting >= maxWaiting) throw new AppError('tooManyRequests');
  waiting += 1;
  const drawn = last.then(() => draw(bytes, type === 'image/jpeg'));
  last = drawn.catch(() => undefined);
  try {
    return await drawn;
  } catch (error) {
    if (error instanceof AppError) throw error;
    const tooLarge = error instanceof Error && error.message.includes('pixel limit');
    throw refused(tooLarge ? 'must have at most 40 megapixels' : 'is damaged');
  } finally {
    waiting -= 1;
  }
}

async function draw(
  bytes: Uint8Array,
  asJpeg: boolean,
): Promise<{ mediaType: ImageType; image: Uint8Array }> {
  for (const side of sides) {
    const fitted = sharp(bytes, { limitInputPixels: maxPixels, pages: 1, failOn: 'error' })
      .timeout({ seconds: maxSeconds })
      .autoOrient() // the orientation is one of the things that are said beside the picture
      .resize(side, side, { fit: 'inside', withoutEnlargement: true });
    const image = await (asJpeg ? fitted.jpeg({ quality: 85 }) : fitted.png()).toBuffer();
    if (image.length <= maxImageBytes)
      return { mediaType: asJpeg ? 'image/jpeg' : 'image/png', image: new Uint8Array(image) };
  }
  throw refused('cannot be made small enough');
}

const refused = (message: string): AppError => new AppError('validationFailed', [{ path: 'image', message }]);
