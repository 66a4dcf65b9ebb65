import { z } from 'zod';
import { commandReason, commandStates } from './commands.ts';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { idField } from './filters.ts';
import { indoorLocationForm, indoorNameForm } from './indoor-location-form.ts';
import { routes } from './routes.ts';

/** A reference point of an indoor location. Field names: specification 2, section 3 "IndoorLocationDevice". */
const indoorLocationDeviceSchema = z.object({
  indeId: z.number(),
  /** `W` WiFi; any other: Bluetooth. */
  type: z.enum(['W', 'B']),
  /** Lower-case hex with colons. */
  macAddress: z.string(),
  name: z.string(),
  /** When it was heard in a scan, Unix milliseconds; null: it was typed. */
  scannedTime: z.number().nullable(),
  /** dBm in that scan; -120: unknown. */
  signalStrength: z.number(),
  /** A user typed it. */
  add: z.boolean(),
});
export type IndoorLocationDevice = z.output<typeof indoorLocationDeviceSchema>;

/** A place inside of a building. Field names: specification 2, section 3 "IndoorLocation". */
export const indoorLocationSchema = z.object({
  inloId: z.number(),
  /** Changes with every change. */
  rev: z.number(),
  /** The device that it belongs to, or is bound to; 0: none. */
  deviId: z.number(),
  /** The customer that it is shared with; 0: it is the device's own. */
  custId: z.number(),
  name: z.string(),
  /** Text `lat,lng` with five decimals. */
  latLng: z.string(),
  /** Empty: none. */
  address: z.string(),
  indoorLocationDevices: z.array(indoorLocationDeviceSchema),
  /** It counts for the devices of a customer: `custId` is above 0. */
  shared: z.boolean(),
  /** When the latest of its reference points was heard in a scan, Unix milliseconds; null: all were typed. */
  scannedTime: z.number().nullable(),
  /** A geofence refers to it. */
  hasGeofence: z.boolean(),
  /** `edit`: change it; `share`: change with whom it is shared; `remove`: delete it. */
  abilities: z.array(z.enum(['edit', 'share', 'remove'])),
});
export type IndoorLocation = z.output<typeof indoorLocationSchema>;

/** An access point or beacon that a device heard while a scan ran. Specification 2, section 3 "Scan result item". */
export const scannedPointSchema = z.object({
  /** `W` WiFi; any other: Bluetooth. */
  type: z.enum(['W', 'B']),
  /** Lower-case hex with colons. */
  macAddress: z.string(),
  /** Empty: it has sent none. */
  name: z.string(),
  /** When it was received, Unix milliseconds. */
  date: z.number(),
  /** dBm; -120: unknown. */
  signalStrength: z.number(),
});
export type ScannedPoint = z.output<typeof scannedPointSchema>;

/** The latest scan of a device. */
export const indoorScanSchema = z.object({
  /** Of its command; null: none was started in the last two days. */
  state: z.enum(commandStates).nullable(),
  reason: commandReason,
  /** Until the scan times out; 0: it is over. */
  secondsLeft: z.number(),
  /** What the device has heard since the scan began, each as it was heard last; the strongest first. */
  accessPoints: z.array(scannedPointSchema),
});
export type IndoorScan = z.output<typeof indoorScanSchema>;

const listed = z.object({ indoorLocations: z.array(indoorLocationSchema) });
const locationParams = deviceParams.extend({ inloId: idField });

const getIndoorLocationsForDevice = defineEndpoint({
  ...routes.getIndoorLocationsForDevice,
  summary: 'The indoor locations that belong to a device or are bound to it, by name',
  permission: 'DEVICE_INDOOR',
  params: deviceParams,
  response: listed,
});

const getIndoorLocationsForCustomer = defineEndpoint({
  ...routes.getIndoorLocationsForCustomer,
  summary:
    'The shared indoor locations that count for the devices of a customer: its own and those of customers above it, by name',
  permission: 'DEVICE_INDOOR',
  params: z.object({ custId: idField }),
  response: listed,
});

const getCustomersForIndoor = defineEndpoint({
  ...routes.getCustomersForIndoor,
  summary:
    'The customers that the caller may share indoor locations of a device with: its owner and those above, the owner first',
  permission: 'DEVICE_INDOOR',
  params: deviceParams,
  response: z.object({ customers: z.array(z.object({ custId: z.number(), firmName: z.string() })) }),
});

export const saveIndoorLocation = defineEndpoint({
  ...routes.saveIndoorLocation,
  maxBodyBytes: 64 * 1024,
  summary:
    'Save an indoor location as a whole, with its reference points; number 0 makes a new one. `indoorLocationChanged` tells that somebody else has changed it meanwhile',
  permission: 'DEVICE_INDOOR',
  params: deviceParams,
  body: z.object(indoorLocationForm.shape),
  response: indoorLocationSchema,
});

const saveIndoorLocationName = defineEndpoint({
  ...routes.saveIndoorLocationName,
  summary: 'Rename an indoor location. `indoorLocationChanged` tells that it is no longer as the caller read it',
  permission: 'DEVICE_INDOOR',
  params: locationParams,
  body: z.object(indoorNameForm.shape),
  response: indoorLocationSchema,
});

const deleteIndoorLocation = defineEndpoint({
  ...routes.deleteIndoorLocation,
  summary: 'Delete an indoor location; a shared one is made the own one of a device first',
  permission: 'DEVICE_INDOOR',
  params: locationParams,
  response: z.object({ inloId: z.number() }),
});

const scanWifiIndoorLocation = defineEndpoint({
  ...routes.scanWifiIndoorLocation,
  summary:
    'Ask a connected device which access points it hears. What its messages list until the scan times out is sent on `/topic/accesspointscan/{deviceSerialNumber}`. A second call while the question waits for its answer joins the same scan',
  permission: 'DEVICE_INDOOR',
  params: deviceParams,
  response: indoorScanSchema,
});

const getIndoorScan = defineEndpoint({
  ...routes.getIndoorScan,
  summary: 'The latest scan of a device and what it has heard since, to catch up after a lost connection',
  permission: 'DEVICE_INDOOR',
  params: deviceParams,
  response: indoorScanSchema,
});

export const indoorLocationCalls = {
  getIndoorLocationsForDevice,
  getIndoorLocationsForCustomer,
  getCustomersForIndoor,
  saveIndoorLocation,
  saveIndoorLocationName,
  deleteIndoorLocation,
  scanWifiIndoorLocation,
  getIndoorScan,
};
