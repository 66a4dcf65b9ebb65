import { imageTypeOf } from '@varde/catalogue/image-type';
import { type ImageType, imageTypes, maxImageBytes } from '@varde/catalogue/image-types';
import sharp from 'sharp';
import { AppError } from '#platform/app-error.ts';

/** Larger than camera images; a file of a few kilobytes can claim any size. */
const maxPixels = 40_000_000;
/** Stored images have one of these types. */
type DrawnType = Exclude<ImageType, 'image/webp'>;
/** Maximum seconds for one image, and maximum number that wait meanwhile. */
const maxSeconds = 10;
const maxWaiting = 8;

// Only the types of `imageTypeOf` are decoded, whatever a file claims to contain.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

const typeNames: Record<ImageType, string> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
};
const namesOf = (types: readonly ImageType[]) =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(types.map((type) => typeNames[type]));

interface Limits {
  /** Accepted types. */
  types?: readonly ImageType[];
  /** The longer side of the stored image, in pixels; smaller if it would exceed `maxImageBytes`. */
  side?: number;
  /** The field of the call that an error names. */
  field?: string;
}

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Decodes an image and encodes it again, which removes hidden content, metadata (place, author) and all frames of an
 * animation but the first. JPEG stays JPEG, anything else becomes PNG. One at a time and outside of the event loop.
 * Throws `validationFailed` for a file that is not an image, is damaged or has too many pixels, and `tooManyRequests`
 * when too many wait.
 */
export async function redrawImage(
  bytes: Uint8Array,
  { types = imageTypes, side = 1024, field = 'image' }: Limits = {},
): Promise<{ mediaType: DrawnType; image: Uint8Array }> {
  const type = bytes.length > maxImageBytes ? null : imageTypeOf(bytes);
  if (type === null || !types.includes(type))
    throw refused(field, `must be a ${namesOf(types)} image of at most 512 kB`);
  if (waiting >= maxWaiting) throw new AppError('tooManyRequests');
  waiting += 1;
  const drawn = last.then(() => draw(bytes, type === 'image/jpeg', { side, field }));
  last = drawn.catch(() => undefined);
  try {
    return await drawn;
  } catch (error) {
    if (error instanceof AppError) throw error;
    const tooLarge = error instanceof Error && error.message.includes('pixel limit');
    throw refused(field, tooLarge ? 'must have at most 40 megapixels' : 'is damaged');
  } finally {
    waiting -= 1;
  }
}

async function draw(
  bytes: Uint8Array,
  asJpeg: boolean,
  { side: largest, field }: Required<Pick<Limits, 'side' | 'field'>>,
): Promise<{ mediaType: DrawnType; image: Uint8Array }> {
  for (const side of [largest, largest / 2, largest / 4]) {
    const fitted = sharp(bytes, { limitInputPixels: maxPixels, pages: 1, failOn: 'error' })
      .timeout({ seconds: maxSeconds })
      .autoOrient() // the orientation is metadata too
      .resize(side, side, { fit: 'inside', withoutEnlargement: true });
    const image = await (asJpeg ? fitted.jpeg({ quality: 85 }) : fitted.png()).toBuffer();
    if (image.length <= maxImageBytes)
      return { mediaType: asJpeg ? 'image/jpeg' : 'image/png', image: new Uint8Array(image) };
  }
  throw refused(field, 'cannot be made small enough');
}

const refused = (path: string, message: string): AppError => new AppError('validationFailed', [{ path, message }]);
