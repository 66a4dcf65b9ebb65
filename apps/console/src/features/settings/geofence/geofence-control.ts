import { freeName, geofenceDefaults } from '@varde/catalogue/geofences';
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

/** A fence that has not been drawn yet. */
export function blankFence(existing: readonly Pick<Geofence, 'name'>[]): GeofenceForm {
  const { id, name, radius, enabled } = geofenceDefaults;
  return {
    ...{ id, radius, enabled, enabledTime: false, enabledTimeFrom: 0, enabledTimeTo: 0 },
    ...{ polygon: false, circle: true, vertices: [], delayMinutes: 0, share: false, sharedCustId: null },
    name: freeName(name, namesOf(existing)),
  };
}

/** The editable fields of a stored fence. */
export function formOf(fence: GlobalGeofence): GeofenceForm {
  const { id, name, radius, enabled, enabledTime, enabledTimeFrom, enabledTimeTo } = fence;
  const { polygon, circle, vertices, delayMinutes, share, sharedCustId } = fence;
  return {
    ...{ id, name, radius, enabled, enabledTime, enabledTimeFrom, enabledTimeTo },
    ...{ polygon, circle, vertices, delayMinutes, share, sharedCustId },
  };
}

/** A copy of a shared fence for this device: not shared, and not on until somebody turns it on. */
export function copyOf(fence: GlobalGeofence, existing: readonly Pick<Geofence, 'name'>[]): GeofenceForm {
  const { id } = geofenceDefaults;
  const name = freeName(fence.name, namesOf(existing));
  return { ...formOf(fence), id, name, enabled: false, share: false, sharedCustId: null };
}

const namesOf = (existing: readonly Pick<Geofence, 'name'>[]): string[] => existing.map(({ name }) => name);

/** Whether a fence needs saving: one of its fields has another value. */
export const needsSaving = (stored: GeofenceForm, values: GeofenceForm): boolean =>
  values.enabled !== stored.enabled ||
  values.enabledTime !== stored.enabledTime ||
  (values.enabledTime &&
    (values.enabledTimeFrom !== stored.enabledTimeFrom || values.enabledTimeTo !== stored.enabledTimeTo)) ||
  values.name !== stored.name ||
  values.polygon !== stored.polygon ||
  values.radius !== stored.radius ||
  values.delayMinutes !== stored.delayMinutes ||
  values.sharedCustId !== stored.sharedCustId ||
  JSON.stringify(values.vertices) !== JSON.stringify(stored.vertices);
