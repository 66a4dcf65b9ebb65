import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { readerFields } from './exports.ts';
import { requireArea, viewFields } from './map.ts';
import { routes } from './routes.ts';

/** Of the names on the pictures. */
const language = readerFields.language.unwrap();
export type MapLanguage = z.output<typeof language>;

const mostZoom = 22;
const whole = (most: number) => z.coerce.number().int().min(0).max(most);

const getMapTile = defineEndpoint({
  ...routes.getMapTile,
  summary: 'One picture of the map service that is configured; 404 without one, and for a tile that there is not',
  permission: 'session',
  params: z.object({
    language,
    z: whole(mostZoom),
    x: whole(2 ** mostZoom - 1),
    y: whole(2 ** mostZoom - 1),
  }),
  file: ['image/png', 'image/jpeg'],
  response: z.custom<Uint8Array>(),
});

const getMapCopyright = defineEndpoint({
  ...routes.getMapCopyright,
  summary: 'Whom the map service names as the sources of what a map shows; 404 for a view that it does not have',
  permission: 'session',
  query: z.object({ language, ...viewFields, zoom: viewFields.zoom.max(mostZoom) }).superRefine(requireArea),
  response: z.object({ copyright: z.string() }),
});

export const mapTileCalls = { getMapTile, getMapCopyright };
