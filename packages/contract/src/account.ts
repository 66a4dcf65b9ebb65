import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { passwordField } from './fields.ts';
import { idField } from './filters.ts';
import { profileForm } from './forms.ts';
import { routes } from './routes.ts';

const profileSchema = z.object({
  username: z.string(),
  ...profileForm.shape,
  mobile: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});
export type Profile = z.output<typeof profileSchema>;

const getProfile = defineEndpoint({
  ...routes.getProfile,
  summary: 'Profile of the current user',
  permission: 'session',
  response: profileSchema,
});

const mapConsent = z.object({
  /** The user has confirmed the notice about positions, and does not want to see it again. */
  given: z.boolean(),
});

const getMapConsent = defineEndpoint({
  ...routes.getMapConsent,
  summary: 'Whether the current user is shown the notice about positions before they see some',
  permission: 'session',
  response: mapConsent,
});

const saveMapConsent = defineEndpoint({
  ...routes.saveMapConsent,
  summary: 'The current user has confirmed the notice about positions: for good, or until this session ends',
  permission: 'session',
  body: z.object({ kept: z.boolean().default(true) }),
  response: mapConsent,
});

const saveProfile = defineEndpoint({
  ...routes.saveProfile,
  summary: 'Change the own name, mobile number, language and theme',
  permission: 'session',
  body: z.object(profileForm.shape),
  response: profileSchema,
});

const changePassword = defineEndpoint({
  ...routes.changePassword,
  summary: 'Choose a new password; every other session of the user ends',
  permission: 'session',
  body: z.object({ currentPassword: passwordField, password: passwordField }),
  response: z.object({}),
});

/** Times are Unix milliseconds. */
const sessionEntry = z.object({
  sessionId: z.number(),
  /** The session of this call. */
  current: z.boolean(),
  createdAt: z.number(),
  lastSeenAt: z.number(),
  /** The address of the login; null for sessions older than this record. */
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export type SessionEntry = z.output<typeof sessionEntry>;

const listSessions = defineEndpoint({
  ...routes.listSessions,
  summary: 'Where the user is logged in, the latest used first; at most 100',
  permission: 'session',
  response: z.object({ sessions: z.array(sessionEntry) }),
});

const endSession = defineEndpoint({
  ...routes.endSession,
  summary: 'Log the user out in one place',
  permission: 'session',
  params: z.object({ sessionId: idField }),
  response: z.object({}),
});

const endOtherSessions = defineEndpoint({
  ...routes.endOtherSessions,
  summary: 'Log the user out everywhere else',
  permission: 'session',
  response: z.object({ ended: z.number() }),
});

export const accountCalls = {
  getProfile,
  getMapConsent,
  saveMapConsent,
  saveProfile,
  listSessions,
  endSession,
  endOtherSessions,
  changePassword,
};
