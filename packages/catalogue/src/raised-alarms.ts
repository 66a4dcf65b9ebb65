import { type AlarmKind, alarmKinds } from './alarm-kinds.ts';
import { type ProtocolKey, protocolByKey } from './protocols.ts';

/** The alarms that the messages of each protocol can carry. */
export const alarmsOfProtocol: Readonly<Record<ProtocolKey, readonly AlarmKind[]>> = {
  eview: ['alarm', 'manDown', 'geofence'],
  watch: ['alarm', 'manDown', 'medical', 'geofence'],
  osmand: ['alarm', 'manDown', 'geofence'],
  http: alarmKinds,
};

/** The alarms that a device with identities of these protocols can raise; all where Varde does not know the protocol. */
export function alarmsRaisedBy(protocols: readonly string[]): AlarmKind[] {
  const carried = protocols.map((key) => protocolByKey(key)?.key ?? null);
  if (carried.length === 0) return [...alarmKinds];
  return alarmKinds.filter((kind) =>
    carried.some((key) => key === null || alarmsOfProtocol[key].includes(kind)),
  );
}
