import { presentAssignmentId } from '@varde/server/domain/devices/device-note';
import { type FenceState, unknownState } from '@varde/server/domain/geofences/fence-state';
import { addFence, type FenceValues } from '@varde/server/domain/geofences/geofences';
import type { Database } from '@varde/server/platform/database/database';

/** The middle of a test's fence. */
export const fenceCentre = { lat: 59.9139, lng: 10.7522 };

/** A point so many metres north of the middle. */
export const northOfFence = (metres: number) => ({ ...fenceCentre, lat: fenceCentre.lat + metres / 111_195 });

const circle: FenceValues = {
  name: 'Hjem',
  kind: 'circle',
  radius: 200,
  vertices: [fenceCentre],
  inloIds: [],
  enabled: true,
  enabledTime: false,
  enabledTimeFrom: 0,
  enabledTimeTo: 0,
  delayMinutes: 0,
  alertByCall: false,
  sharedCustId: null,
};

/** An enabled circle of 200 m of the present wearer of a device, changed as given. Returns its number. */
export async function createGeofence(
  db: Database,
  deviId: number,
  given: Partial<FenceValues & FenceState> = {},
): Promise<number> {
  const assignmentId = await presentAssignmentId(db, deviId);
  return addFence(db, { ...circle, ...unknownState, ...given, assignmentId, deviId });
}
