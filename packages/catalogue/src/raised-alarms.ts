import { type AlarmKind, alarmKinds } from './alarm-kinds.ts';
import type { Capabilities } from './hardware/capabilities.ts';
import { type ProtocolKey, protocolByKey } from './protocols.ts';

/** The alarms that the messages of each protocol can carry. */
export const alarmsOfProtocol: Readonly<Record<ProtocolKey, readonly AlarmKind[]>> = {
  eview: ['alarm', 'manDown', 'geofence'],
  watch: ['alarm', 'manDown', 'medical', 'geofence'],
  osmand: ['alarm', 'manDown', 'geofence'],
  http: alarmKinds,
  mqtt: alarmKinds,
};

/** What Varde raises for a device whose positions it knows: the wearer has left a geofence. */
const byPositions: readonly AlarmKind[] = ['advancedGeofenceLeft'];

/**
 * The alarms that a device with identities of these protocols can raise, or Varde for it; all where Varde does not know
 * the protocol.
 */
export function alarmsRaisedBy(
  protocols: readonly string[],
  { positioning }: Pick<Capabilities, 'positioning'>,
): AlarmKind[] {
  const carried = protocols.map((key) => protocolByKey(key)?.key ?? null);
  if (carried.length === 0) return [...alarmKinds];
  return alarmKinds.filter(
    (kind) =>
      (positioning && byPositions.includes(kind)) ||
      carried.some((key) => key === null || alarmsOfProtocol[key].includes(kind)),
  );
}
