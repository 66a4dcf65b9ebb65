import * as maplibre from 'maplibre-gl';
import { Protocol } from 'pmtiles';

/** The address of a PMTiles archive, as a source of MapLibre. */
export const archiveScheme = 'pmtiles://';
/** Before the address of a tile of a tile server. */
export const tileScheme = 'tile://';

/** A tile that has not come by then is given up, so that the map can say so. */
const patienceMs = 15_000;

type Loader = maplibre.AddProtocolAction;

const archives = new Protocol({ metadata: true });

const loadOfArchive: Loader = async (request, abort) => {
  try {
    return await archives.tile(request, abort);
  } catch (error) {
    // It keeps a beginning that could not be read: the next tile has to ask for it again.
    if (!abort.signal.aborted) archives.tiles.delete(archiveOf(request.url));
    throw error;
  }
};

const archiveOf = (url: string): string => url.slice(archiveScheme.length).replace(/\/\d+\/\d+\/\d+(\.\w+)?$/, '');

/** MapLibre is silent about a tile that is not there, and waits for ever for one that does not come. */
const loadOfServer: Loader = async ({ url, headers }, { signal }) => {
  const response = await fetch(url.slice(tileScheme.length), { signal, ...(headers && { headers }) });
  if (!response.ok) throw new Error(`the tile server answered ${response.status}`);
  const { headers: answer } = response;
  return {
    data: await response.arrayBuffer(),
    cacheControl: answer.get('cache-control'),
    expires: answer.get('expires'),
  };
};

/** The protocols by which maps get their tiles. */
export function addTileProtocols(): void {
  maplibre.addProtocol('pmtiles', withPatience(loadOfArchive));
  maplibre.addProtocol('tile', withPatience(loadOfServer));
}

function withPatience(load: Loader): Loader {
  return async (request, abort) => {
    let overdue: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      overdue = setTimeout(() => reject(new Error('the tile did not come in time')), patienceMs);
    });
    try {
      return await Promise.race([load(request, abort), late]);
    } finally {
      clearTimeout(overdue);
    }
  };
}
