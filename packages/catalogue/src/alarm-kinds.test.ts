import { describe, expect, it } from 'vitest';
import { alarmKindOf, alarmKinds, emergencyKinds, isEmergency } from './alarm-kinds.ts';
import { alarmTypes } from './alarms.ts';
import { metyId } from './message-types.ts';

describe('the kinds of alarm', () => {
  it('are the message types that raise one', () => {
    expect(alarmKinds.map((kind) => metyId[kind])).toEqual(alarmTypes.map(({ metyId: type }) => type));
    expect(alarmKindOf(metyId.panicButton)).toBe('panicButton');
    expect(alarmKindOf(metyId.heartbeat)).toBeUndefined();
  });

  it('are emergencies where somebody may be in danger, and where nothing is known of them', () => {
    for (const kind of ['alarm', 'manDown', 'fire', 'notStoodUp'] as const) expect(emergencyKinds).toContain(kind);
    for (const kind of ['geofence', 'wanderer', 'fridge', 'water'] as const) expect(emergencyKinds).not.toContain(kind);
    expect(isEmergency(metyId.geofence)).toBe(false);
    expect(isEmergency(30_000)).toBe(true);
  });
});
