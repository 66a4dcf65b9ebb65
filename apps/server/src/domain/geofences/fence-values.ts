import { freeName } from '@varde/catalogue/geofences';
import type { GeofenceForm } from '@varde/contract/geofence-form';
import type { FenceValues } from './geofences.ts';

/** The columns of a fence as it was entered; a name that is taken gets a number. */
export function fenceValuesOf(geofence: GeofenceForm, taken: readonly string[]): FenceValues {
  const { id: _id, name, circle, polygon, indoor: _indoor, share: _share, radius, ...rest } = geofence;
  const kind = circle ? 'circle' : polygon ? 'polygon' : 'indoor';
  return { ...rest, name: freeName(name, taken), kind, radius: circle ? radius : 0 };
}
