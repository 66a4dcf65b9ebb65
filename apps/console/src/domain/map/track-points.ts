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

/**
 * The map points of a device's positions, newest first. A position at 0,0 is a fault of the device and never drawn
 * (lessons, 1). Specification 2, section 4: a segment between two positions of GPS quality is black, others are orange.
 */
export function trackPointsOf(positions: readonly Position[], icon: MapIcon, texts: MarkerTexts): TrackPoint[] {
  return positions
    .filter(({ posLati, posLong }) => posLati !== 0 || posLong !== 0)
    .map((position, index) => ({
      id: position.tranId,
      latitude: position.posLati,
      longitude: position.posLong,
      accuracy: position.accuracy,
      isPrecise: hasGpsQuality(position.posType),
      label: index === 0 ? texts.newest(position.posTime) : texts.older(position.posTime),
      fullLabel: texts.full(position),
      icon: index === 0 ? icon : pointerOf(position.metyId),
      info: index === 0 ? texts.info(position) : null,
    }));
}
