import type { MapLanguage } from '@varde/contract/map-tiles';

/** One picture, by its place in the grid of a zoom. */
export interface TilePlace {
  z: number;
  x: number;
  y: number;
}

export interface Tile {
  /** Null: the one that the browser has is still right. */
  picture: Uint8Array | null;
  mediaType: string;
  etag: string | null;
  /** How long a browser may keep it, as the service allows. */
  cacheControl: string;
}

export interface MapView {
  zoom: number;
  west: number;
  south: number;
  east: number;
  north: number;
}

/** A service whose pictures Varde passes on. Each call throws `notFound` or `unavailable`. */
export interface MapService {
  /** `etag`: of the picture that the browser has. */
  tile(language: MapLanguage, place: TilePlace, etag?: string): Promise<Tile>;
  /** Whom the service names as the sources of this part of the map, as plain text. */
  copyright(language: MapLanguage, view: MapView): Promise<string>;
}
