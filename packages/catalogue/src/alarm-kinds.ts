import { type AlarmTypeId, alarmTypes } from './alarms.ts';
import { type MessageTypeId, messageTypes, metyId } from './message-types.ts';

type KeyOf<Id extends MessageTypeId> = Extract<(typeof messageTypes)[number], { id: Id }>['key'];

/** The kinds of alarm, by the key of their message type. */
export type AlarmKind = KeyOf<AlarmTypeId>;
export const alarmKinds = alarmTypes.map(({ metyId: type }) => keyOf(type)) as [AlarmKind, ...AlarmKind[]];

/** Kinds for which a receiver may be out of hours: a place that was left, or a thing that was not done. */
const byTheHour: ReadonlySet<MessageTypeId> = new Set([
  metyId.water,
  metyId.wanderer,
  metyId.geofence,
  metyId.advancedGeofenceLeft,
  metyId.outOfBed,
  metyId.fridge,
  metyId.notBackInBed,
]);

/** Whether somebody may be in danger, so that the hours of a receiver do not apply. An unknown kind is an emergency. */
export const isEmergency = (type: number): boolean => !byTheHour.has(type as MessageTypeId);

/** The kind of an alarm's message type; undefined: not that of an alarm. */
export const alarmKindOf = (type: number): AlarmKind | undefined => alarmKinds.find((kind) => metyId[kind] === type);

/** The kinds for which the hours of a receiver do not apply. */
export const emergencyKinds: readonly AlarmKind[] = alarmKinds.filter((kind) => isEmergency(metyId[kind]));

function keyOf(type: AlarmTypeId): AlarmKind {
  const found = messageTypes.find(({ id }) => id === type);
  if (found === undefined) throw new RangeError(`no message type ${type}`);
  return found.key as AlarmKind;
}
