/**
 * Message types (`metyId`): the subject of a transaction. Source: decisions "Message types". A number is never renamed
 * or reused.
 */
export const messageTypes = [
  { id: 1, key: 'alarm' },
  { id: 2, key: 'heartbeat' },
  { id: 3, key: 'manDown' },
  { id: 5, key: 'position' },
  { id: 6, key: 'lowBattery' },
  { id: 7, key: 'offline' },
  { id: 10, key: 'outOfBattery' },
  { id: 11, key: 'chargingStarted' },
  { id: 12, key: 'geofence' },
  { id: 13, key: 'chargingStopped' },
  { id: 18, key: 'settingsReport' },
  { id: 21, key: 'fridge' },
  { id: 22, key: 'wanderer' },
  { id: 23, key: 'outOfBed' },
  { id: 24, key: 'notBackInBed' },
  { id: 25, key: 'notStoodUp' },
  { id: 26, key: 'epilepsy' },
  { id: 27, key: 'fire' },
  { id: 28, key: 'water' },
  { id: 29, key: 'panicButton' },
  { id: 31, key: 'pullCord' },
  { id: 33, key: 'medical' },
  { id: 37, key: 'powerFailure' },
  { id: 38, key: 'powerRestored' },
  { id: 45, key: 'selfCheckFailed' },
  { id: 46, key: 'selfCheckOk' },
  { id: 50, key: 'healthReading' },
  { id: 51, key: 'steps' },
  { id: 52, key: 'call' },
  { id: 53, key: 'messageDelivered' },
  { id: 54, key: 'messageRead' },
  { id: 62, key: 'positionPoor' },
  { id: 63, key: 'onlineAgain' },
  { id: 101, key: 'alarmReset' },
  { id: 102, key: 'advancedGeofenceLeft' },
  { id: 103, key: 'advancedGeofenceEntered' },
  { id: 105, key: 'trackingStarted' },
  { id: 106, key: 'trackingStopped' },
  { id: 107, key: 'settingsChanged' },
  { id: 111, key: 'lowBatteryCustom' },
  { id: 112, key: 'batteryOk' },
  { id: 115, key: 'communicationLost' },
  { id: 120, key: 'technical' },
  { id: 121, key: 'command' },
  { id: 199, key: 'unknown' },
] as const;

export type MessageTypeId = (typeof messageTypes)[number]['id'];

/** The number of a key, so that code reads `metyId.alarm` instead of `1`. */
export const metyId = Object.fromEntries(messageTypes.map((type) => [type.key, type.id])) as {
  readonly [T in (typeof messageTypes)[number] as T['key']]: T['id'];
};
