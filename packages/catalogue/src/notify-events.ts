import { type MessageTypeId, metyId } from './message-types.ts';

/** Message types that are notify events by themselves (specification 2, section 4 "Transaction preparation"). */
const notifyTypes: readonly number[] = [
  metyId.lowBattery,
  metyId.offline,
  metyId.outOfBattery,
  metyId.chargingStarted,
  metyId.powerFailure,
  metyId.powerRestored,
  metyId.selfCheckFailed,
  metyId.onlineAgain,
  metyId.alarmReset,
  metyId.advancedGeofenceLeft,
  metyId.advancedGeofenceEntered,
  metyId.trackingStarted,
  metyId.trackingStopped,
  metyId.settingsChanged,
  metyId.lowBatteryCustom,
  metyId.batteryOk,
  metyId.communicationLost,
] satisfies MessageTypeId[];

/** Whether the row of a message in the log opens to its notification events. */
export const isNotifyEvent = (type: number, subtypes: readonly number[]): boolean =>
  subtypes.length > 0 || notifyTypes.includes(type);
