import { imageSidesOf, imageTypeOf } from '@varde/catalogue/image-type';
import { maxSensorImageBytes, maxSensorImageSide, userImageTypes } from '@varde/catalogue/image-types';
import type { SensorImage } from '@varde/catalogue/report';
import { isObject } from '../json.ts';
import type { KeptFields } from '../kept-fields.ts';
import { readGatewayId } from './sensors.ts';

/** The longest text of an image in base64. */
const longestData = Math.ceil(maxSensorImageBytes / 3) * 4;

/**
 * The picture that a camera took, a JPEG or PNG by its bytes; undefined: there is none. Of an image that is not
 * understood the log gets the reason, and never its content: it may show somebody's home. docs/protocols/http.md.
 */
export function readSensorImage(given: unknown, kept: KeptFields): SensorImage | undefined {
  if (given === undefined || given === null) return undefined;
  const refused = (reason: string) => {
    kept.keepAs('image', reason);
    return undefined;
  };
  const { id, data } = isObject(given) ? given : {};
  const gatewayId = readGatewayId(id);
  if (gatewayId === undefined || typeof data !== 'string') return refused('needs id and data');
  if (data.length > longestData) return refused(`longer than ${maxSensorImageBytes} bytes`);
  const bytes = bytesOf(data);
  const type = bytes && imageTypeOf(bytes);
  const mediaType = userImageTypes.find((known) => known === type);
  if (bytes === null || mediaType === undefined) return refused('no whole JPEG or PNG in base64');
  const sides = imageSidesOf(bytes);
  if (sides === null || Math.max(...sides) > maxSensorImageSide)
    return refused(`no sides of at most ${maxSensorImageSide} pixels`);
  return { gatewayId, mediaType, data };
}

/** The member of a request; the reverse of `readSensorImage`. */
export const writeSensorImage = (image: SensorImage | undefined) => image && { id: image.gatewayId, data: image.data };

function bytesOf(base64: string): Uint8Array | null {
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null;
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}
