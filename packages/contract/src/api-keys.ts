import { z } from 'zod';
import { longestKeyName } from './api-key-limits.ts';
import { defineEndpoint } from './endpoint.ts';
import { neededLine, passwordField } from './fields.ts';
import { idField, latestMoment } from './filters.ts';
import { routes } from './routes.ts';

/** Times are Unix milliseconds. */
const apiKeySchema = z.object({
  keyId: z.number(),
  name: z.string(),
  createdAt: z.number(),
  /** To the minute; null: it has not been used yet. */
  lastUsedAt: z.number().nullable(),
  /** Null: it has no end. A key that has expired is listed until somebody ends it. */
  expiresAt: z.number().nullable(),
});
export type ApiKey = z.output<typeof apiKeySchema>;

const keys = z.array(apiKeySchema);

const listApiKeys = defineEndpoint({
  ...routes.listApiKeys,
  summary: 'The keys with which programs call as the user, the latest first',
  permission: 'session',
  response: z.object({
    keys,
    /** The user may make one, if there are not ten already. */
    mayCreate: z.boolean(),
  }),
});

export const createApiKey = defineEndpoint({
  ...routes.createApiKey,
  summary:
    'Make a key with which a program calls as the user. Only this answer has the key itself. `tooManyKeys` when there are ten',
  permission: 'ALARM_HANDLE',
  body: z.object({
    name: neededLine(longestKeyName),
    expiresAt: z.number().int().positive().max(latestMoment).nullable(),
    /** The present password of the user. */
    password: passwordField,
  }),
  response: z.object({ key: z.string(), keys }),
});

const endApiKey = defineEndpoint({
  ...routes.endApiKey,
  summary: 'End a key of the user: the next call with it is refused',
  permission: 'session',
  params: z.object({ keyId: idField }),
  response: z.object({ keys }),
});

const listUserApiKeys = defineEndpoint({
  ...routes.listUserApiKeys,
  summary: 'The keys with which programs call as a user whom the caller may edit, the latest first',
  permission: 'USER_PRIVILEGES_ALL',
  params: z.object({ userId: idField }),
  response: z.object({ keys }),
});

const endUserApiKey = defineEndpoint({
  ...routes.endUserApiKey,
  summary: 'End a key of a user whom the caller may edit: the next call with it is refused',
  permission: 'USER_PRIVILEGES_ALL',
  params: z.object({ userId: idField, keyId: idField }),
  response: z.object({ keys }),
});

export const apiKeyCalls = { listApiKeys, createApiKey, endApiKey };

export const userApiKeyCalls = { listUserApiKeys, endUserApiKey };
