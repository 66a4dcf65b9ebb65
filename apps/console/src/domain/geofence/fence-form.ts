import { freeName, geofenceDefaults, geofenceLimits, meetsItself } from '@varde/catalogue/geofences';
import type { GeofenceForm } from '@varde/contract/geofence-form';
import type { DrawnShape } from '#kit/map/drawn-shape.ts';

/** A fence that has not been drawn yet. */
export function blankFence(existing: readonly Pick<GeofenceForm, 'name'>[]): GeofenceForm {
  const { id, name, radius, enabled } = geofenceDefaults;
  return {
    ...{ id, radius, enabled, enabledTime: false, enabledTimeFrom: 0, enabledTimeTo: 0 },
    ...{ polygon: false, circle: true, indoor: false, vertices: [], inloIds: [] },
    ...{ delayMinutes: 0, alertByCall: false, share: false, sharedCustId: null },
    name: freeName(
      name,
      existing.map(({ name: taken }) => taken),
    ),
  };
}

/** Whether a fence has an area. */
export const isDrawn = ({ vertices, inloIds, polygon }: GeofenceForm): boolean =>
  vertices.length + inloIds.length > 0 && !(polygon && meetsItself(vertices));

/** The area of a circle or polygon that is to be drawn. */
export const outdoorArea = (polygon: boolean): Partial<GeofenceForm> => ({
  ...{ circle: !polygon, polygon, indoor: false, vertices: [], inloIds: [] },
  radius: polygon ? 0 : geofenceDefaults.radius,
});

/** What a finished drawing makes of a fence. */
export const areaOf = (shape: DrawnShape): Partial<GeofenceForm> =>
  shape.circle
    ? { ...outdoorArea(false), vertices: [shape.centre], radius: withinLimits(shape.radius) }
    : { ...outdoorArea(true), vertices: shape.vertices };

const withinLimits = (radius: number): number =>
  Math.min(geofenceLimits.radius.max, Math.max(geofenceLimits.radius.min, radius));
