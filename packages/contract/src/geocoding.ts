import { z } from 'zod';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { lineField, neededLine } from './fields.ts';
import { idField } from './filters.ts';
import { routes } from './routes.ts';

/** Characters of the longest address. */
export const addressLength = 200;

/** Any number: what is no place has no address. */
const degrees = z.coerce.number();

const getAddress = defineEndpoint({
  ...routes.getAddress,
  summary:
    'The address of an indoor location or of an access point of a device, where it has one, else of its place or of these coordinates',
  permission: 'DEVICE_ACCESS_MAP',
  params: deviceParams,
  query: z.object({
    lat: degrees.optional(),
    lng: degrees.optional(),
    dekmId: z.optional(idField),
    inloId: z.optional(idField),
  }),
  response: z.object({
    /** With commas; empty: none is known. */
    address: z.string(),
    /** False: it is being looked up, so ask again in a while. */
    done: z.boolean(),
  }),
});

const saveAddress = defineEndpoint({
  ...routes.saveAddress,
  summary: 'Keep what people call a place, for the devices of the customer of a device',
  permission: 'DEVICE_INDOOR',
  params: deviceParams,
  body: z.object({
    lat: z.number().min(-90).max(90),
    lng: z.number().min(-180).max(180),
    address: neededLine(addressLength),
  }),
  response: z.object({ address: z.string() }),
});

const foundSchema = z.object({
  /**
   * `off`: there is no address service, or the customer forbids it. `asking`: ask again in a while. `silent`: no service
   * answers for now.
   */
  state: z.enum(['found', 'asking', 'silent', 'off']),
  /** The best first. */
  addresses: z.array(
    z.object({
      address: z.string(),
      /** Null: a search for the address finds it. */
      place: z.object({ lat: z.number(), lng: z.number() }).nullable(),
    }),
  ),
});
const searchQuery = z.object({ text: lineField(100) });

const searchAddresses = defineEndpoint({
  ...routes.searchAddresses,
  summary: 'Places with an address',
  permission: 'DEVICE_ACCESS_MAP',
  params: deviceParams,
  query: searchQuery,
  response: foundSchema,
});

const completeAddress = defineEndpoint({
  ...routes.completeAddress,
  summary: 'Addresses that begin as what is typed',
  permission: 'DEVICE_ACCESS_MAP',
  params: deviceParams,
  query: searchQuery,
  response: foundSchema,
});

export const geocodingCalls = { getAddress, saveAddress, searchAddresses, completeAddress };
