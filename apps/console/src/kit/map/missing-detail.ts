import * as maplibre from 'maplibre-gl';
import { detailSource } from './map-style.ts';

/** How much of the detailed tiles in view the map shows. */
export type Detail = 'all' | 'some' | 'none';

interface TileId {
  x: number;
  y: number;
  z: number;
}

/** What did not come is asked for again after this time, as long as it is in view. */
const retryMs = 30_000;

/** Reports how much detail there is, as often as that changes. `addTileProtocols` makes every missing tile an error. */
export function watchDetail(map: maplibre.Map, report: (detail: Detail) => void): void {
  const missing = new Map<string, TileId>();
  /** The beginning of an archive could not be read, so that there is not even a list of tiles. */
  let isUnreadable = false;
  let cameAny = false;
  let reported: Detail = 'all';
  let retry: ReturnType<typeof setTimeout> | undefined;

  const assess = () => {
    const isWhole = !isUnreadable && ![...missing.values()].some((tile) => isInView(tile, map));
    const detail = isWhole ? 'all' : cameAny && !isUnreadable ? 'some' : 'none';
    if (detail !== reported) report(detail);
    reported = detail;
  };
  const askAgain = () => {
    retry = undefined;
    const source = map.getSource(detailSource);
    if (isUnreadable && source instanceof maplibre.VectorTileSource) source.setUrl(source.url);
    // All of them: the library draws a failed one that it is asked for alone, and throws.
    else if (missing.size > 0) map.refreshTiles(detailSource);
  };
  map.on('error', (event) => {
    if (!isOfDetail(event)) return;
    const tile = tileOf(event);
    if (tile) missing.set(keyOf(tile), tile);
    else isUnreadable = true;
    retry ??= setTimeout(askAgain, retryMs);
    assess();
  });
  map.on('sourcedata', (event) => {
    if (!isOfDetail(event)) return;
    const tile = tileOf(event);
    if (tile) {
      cameAny = true;
      missing.delete(keyOf(tile));
    } else if (event.sourceDataType === 'metadata') isUnreadable = false;
    assess();
  });
  map.on('moveend', () => {
    for (const [key, tile] of missing) if (!isInView(tile, map)) missing.delete(key);
    assess();
  });
  map.on('remove', () => clearTimeout(retry));
}

const isOfDetail = (event: object): boolean => 'sourceId' in event && event.sourceId === detailSource;

/** Errors and data of a tile have it, which the types of the library do not say. */
function tileOf(event: object): TileId | null {
  const { tile } = event as { tile?: { tileID: { canonical: TileId } } };
  return tile ? tile.tileID.canonical : null;
}

const keyOf = ({ z, x, y }: TileId): string => `${z}/${x}/${y}`;

function isInView({ x, y, z }: TileId, map: maplibre.Map): boolean {
  const bounds = map.getBounds();
  const corner = (column: number, row: number) =>
    new maplibre.MercatorCoordinate(column / 2 ** z, row / 2 ** z).toLngLat();
  const northWest = corner(x, y);
  const southEast = corner(x + 1, y + 1);
  return (
    z === tileZoomOf(map) &&
    northWest.lng < bounds.getEast() &&
    southEast.lng > bounds.getWest() &&
    northWest.lat > bounds.getSouth() &&
    southEast.lat < bounds.getNorth()
  );
}

/** The zoom of the tiles that the map shows now. */
function tileZoomOf(map: maplibre.Map): number {
  const { tileSize = 512, maxzoom = 22, roundZoom = false } = map.getSource(detailSource) ?? {};
  const zoom = map.getZoom() + Math.log2(512 / tileSize);
  return Math.min(maxzoom, roundZoom ? Math.round(zoom) : Math.floor(zoom));
}
