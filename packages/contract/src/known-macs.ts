import { z } from 'zod';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { knownMacForm } from './forms.ts';
import { routes } from './routes.ts';

/** Text `lat,lng` with five decimals; null: unknown, or hidden from callers without the right to the map. */
const latLngField = z.string().nullable();

/** What people entered about an access point or beacon near a device. */
export const deviceKnownMacSchema = z.object({
  dekmId: z.number(),
  demaId: z.number(),
  deviId: z.number(),
  /** Empty: none. */
  address: z.string(),
  /** Where the device was when it was named. */
  latLng: latLngField,
  /** Where it stands, such as a room. */
  location: z.string(),
});

/** An access point or beacon that a device heard from, for its present wearer. */
export const deviceMacSchema = z.object({
  deviId: z.number(),
  /** The MAC address as a number of 48 bits. */
  demaId: z.number(),
  /** Its own name (SSID); null: unknown. */
  name: z.string().nullable(),
  /** Where the device was when it heard it last. */
  latLng: latLngField,
  /** When the device heard it last, Unix milliseconds; null: not within the messages that were searched. */
  latestTimestamp: z.number().nullable(),
  /** Lower-case hex with colons. */
  macAddress: z.string(),
  /** Messages that listed it, of those searched. */
  receivedCount: z.number(),
  /** `W` WiFi, `B` Bluetooth. */
  type: z.enum(['W', 'B']),
  /** dBm, of the last message; null: not reported. */
  rssi: z.number().nullable(),
  /** The strongest one of the latest scan. */
  selected: z.boolean(),
  /** Heard in the latest scan. */
  visible: z.boolean(),
  /** It was given a location. */
  headerSaved: z.boolean(),
  deviceKnownMac: deviceKnownMacSchema.nullable(),
});
export type DeviceMac = z.output<typeof deviceMacSchema>;

const listMacs = defineEndpoint({
  ...routes.listMacs,
  summary: 'The access points and beacons that a device heard lately, and those that were named; latest first',
  permission: 'DEVICE_INFO',
  params: deviceParams,
  response: z.object({ macs: z.array(deviceMacSchema) }),
});

const saveKnownMac = defineEndpoint({
  ...routes.saveKnownMac,
  summary: 'Say where an access point or beacon stands that a device heard; an empty location removes it',
  permission: 'DEVICE_INFO',
  params: deviceParams.extend({
    demaId: z.coerce
      .number()
      .int()
      .min(0)
      .max(2 ** 48 - 1),
  }),
  body: z.object(knownMacForm.shape),
  response: z.object({ macs: z.array(deviceMacSchema) }),
});

export const knownMacCalls = { listMacs, saveKnownMac };
