import { type MapIcon, pointerOf } from '@varde/catalogue/map-icons';
import { hasGpsQuality } from '@varde/catalogue/pos-types';
import type { Position } from '@varde/contract/devices';
import type { TrackPoint } from '#kit/map/track.ts';

interface MarkerTexts {
  newest: (time: number) => string;
  older: (time: number) => string;
  /** Place and time in full, for screen readers. */
  full: (position: Position) => string;
  /** Satellites and HDOP of the newest; null: it has none. */
  info: (position: Position) => string | null;
}

/** The latitudes of the map's projection end there. */
const poleLatitude = 85.05;

/** A position at 0,0 is a fault of the device (lessons, 1), and one beyond the poles is none. */
const isOnMap = ({ posLati, posLong }: Position): boolean =>
  (posLati !== 0 || posLong !== 0) && Math.abs(posLati) <= poleLatitude && Math.abs(posLong) <= 180;

/**
 * The map points of a device's positions, newest first, without those that are none. Specification 2, section 4: a segment
 * between two positions of GPS quality is black, others are orange. Across 180° the longitudes go on, so that the path
 * does not go around the earth.
 */
export function trackPointsOf(positions: readonly Position[], icon: MapIcon, texts: MarkerTexts): TrackPoint[] {
  let before: number | null = null;
  return positions.filter(isOnMap).map((position, index) => {
    const longitude: number = before === null ? position.posLong : nearest(position.posLong, before);
    before = longitude;
    return {
      id: position.tranId,
      latitude: position.posLati,
      longitude,
      accuracy: position.accuracy,
      isPrecise: hasGpsQuality(position.posType),
      label: index === 0 ? texts.newest(position.posTime) : texts.older(position.posTime),
      fullLabel: texts.full(position),
      icon: index === 0 ? icon : pointerOf(position.metyId),
      info: index === 0 ? texts.info(position) : null,
    };
  });
}

/** The longitude of the same place, within 180° of another one. */
const nearest = (longitude: number, to: number): number => longitude + 360 * Math.round((to - longitude) / 360);
