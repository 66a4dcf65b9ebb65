import { changedParts } from '@varde/catalogue/geofence-parts';
import { type DrawingType, freeName, geofenceDefaults, posPathOf } from '@varde/catalogue/geofences';
import type { GeofenceForm } from '@varde/contract/geofence-form';
import type { Geofence, GlobalGeofence } from '@varde/contract/geofences';

/** What the left column does (specification 2, section 4). */
export const controlStates = ['DEFAULT', 'NEW', 'REUSE', 'EDIT'] as const;
export type ControlState = (typeof controlStates)[number];

/** By the sub-route, and by whether a fence is open. */
export function controlStateOf(part: string | undefined, isOpen: boolean): ControlState {
  if (part === 'new') return 'NEW';
  if (part === 'reuse') return 'REUSE';
  return isOpen ? 'EDIT' : 'DEFAULT';
}

/** The editable fields of a stored fence. */
export function formOf(fence: GlobalGeofence): GeofenceForm {
  const { id, name, radius, enabled, enabledTime, enabledTimeFrom, enabledTimeTo } = fence;
  const { polygon, circle, indoor, vertices, inloIds, delayMinutes, alertByCall, share, sharedCustId } = fence;
  return {
    ...{ id, name, radius, enabled, enabledTime, enabledTimeFrom, enabledTimeTo },
    ...{ polygon, circle, indoor, vertices, inloIds, delayMinutes, alertByCall, share, sharedCustId },
  };
}

/** A copy of a shared fence for this device: not shared, and not on until somebody turns it on. */
export function copyOf(fence: GlobalGeofence, existing: readonly Pick<Geofence, 'name'>[]): GeofenceForm {
  const { id } = geofenceDefaults;
  const name = freeName(
    fence.name,
    existing.map(({ name: taken }) => taken),
  );
  return { ...formOf(fence), id, name, enabled: false, share: false, sharedCustId: null };
}

/** Whether a fence needs saving: one of its fields has another value. */
export const needsSaving = (stored: GeofenceForm, values: GeofenceForm): boolean =>
  changedParts(stored, values).length > 0;

/** A stored fence in a list, and what the user has done with it there. */
export interface ListedGeofence extends Geofence {
  inEdit: boolean;
  /** Its area was changed, and not saved yet. */
  verticesChanged: boolean;
  /** It was given hours, or lost them, and that is not saved yet. */
  timeToggled: boolean;
}

/** `edited`: what the user has changed of the fence; null: it is not edited. */
export const listed = (fence: Geofence, edited: Partial<GeofenceForm> | null): ListedGeofence => ({
  ...fence,
  inEdit: edited !== null,
  verticesChanged: isMoved(fence, { ...fence, ...edited }),
  timeToggled: fence.enabledTime !== (edited?.enabledTime ?? fence.enabledTime),
});

const isMoved = ({ posPath, radius }: Geofence, edited: Pick<GeofenceForm, 'vertices' | 'radius'>): boolean =>
  posPath !== posPathOf(edited.vertices) || radius !== edited.radius;

/** The ways to draw that are offered: indoor where there are indoor locations. */
export const offeredDrawings = (indoorLocations: number): DrawingType[] =>
  indoorLocations > 0 ? ['circle', 'polygon', 'indoor', 'none'] : ['circle', 'polygon', 'none'];

/** The area of an indoor fence, whose locations are to be chosen. */
export const indoorArea: Partial<GeofenceForm> = {
  ...{ circle: false, polygon: false, indoor: true, vertices: [], inloIds: [], radius: 0 },
  ...{ share: false, sharedCustId: null },
};
