import { protocols } from '@varde/catalogue/protocols';
import { z } from 'zod';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { codeField } from './fields.ts';
import { routes } from './routes.ts';

const protocolKeys = protocols.map(({ key }) => key);

/** An identity of a device on a protocol. No call returns its secret. */
const identitySchema = z.object({
  protocol: z.string(),
  identity: z.string(),
  hasSecret: z.boolean(),
});
export type DeviceIdentity = z.output<typeof identitySchema>;

const identityList = z.object({ identities: z.array(identitySchema) });

const listIdentities = defineEndpoint({
  ...routes.listIdentities,
  summary: 'The names under which a device speaks, for administrators of the whole installation',
  permission: 'ADMIN',
  params: deviceParams,
  response: identityList,
});

export const addIdentity = defineEndpoint({
  ...routes.addIdentity,
  summary: 'Add an identity to a device. Its token, where the protocol has one, is returned only now',
  permission: 'ADMIN',
  params: deviceParams,
  body: z.object({ protocol: z.enum(protocolKeys), identity: codeField(128) }),
  response: identityList.extend({ token: z.string().nullable() }),
});

const removeIdentity = defineEndpoint({
  ...routes.removeIdentity,
  summary: 'Take a name from a device: nothing that comes under it is the device’s any more',
  permission: 'ADMIN',
  params: deviceParams.extend({ protocol: codeField(40), identity: codeField(128) }),
  response: identityList,
});

export const identityCalls = { listIdentities, addIdentity, removeIdentity };
