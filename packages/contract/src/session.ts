import { roles } from '@varde/catalogue/permissions';
import { registrationModes } from '@varde/catalogue/registration-modes';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { codeField, neededCode, passwordField, roleField } from './fields.ts';
import { userThemes } from './forms.ts';
import { routes } from './routes.ts';

export const contexts = ['PROFFWEB', 'AHP'] as const;
export type Context = (typeof contexts)[number];

/** A selection of roles names each of them twice at most. */
export const maxSelectedRoles = 2 * roles.length;

/**
 * The abilities of a session, whatever the record. Record-level abilities come with the record. `beta`: is shown what is on trial. `ahp`: may log in in
 * the context of an alarm-handling partner.
 */
export const sessionAbilities = [
  'addDevice',
  'customers',
  'partners',
  'users',
  'deletedUsers',
  'permissions',
  'audit',
  'notificationLists',
  'sensors',
  'personalData',
  'unknownDevices',
  'registrations',
  'trackerOnly',
  'private',
  'admin',
  'beta',
  'ahp',
] as const;

/** `gdpr`: accept the use of personal data. `twoFactor`: set up an authenticator app; until then nothing is allowed. */
export const pendingSteps = ['gdpr', 'twoFactor'] as const;

export const sessionSchema = z.object({
  userId: z.number(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  language: z.string(),
  /** Of the clocks of the user's customer, IANA: the console shows times as they say. */
  timeZone: z.string(),
  /** The user's choice for every browser; null: each has its own. */
  theme: z.enum(userThemes).nullable(),
  context: z.enum(contexts),
  /** The one customer at which the user holds all their roles; null: there are several, or none. */
  custId: z.number().nullable(),
  /** Each role that the user holds anywhere. `selected` false: excluded by the selection, so it has no effect. */
  roles: z.array(z.object({ role: roleField, selected: z.boolean() })),
  abilities: z.array(z.enum(sessionAbilities)),
  /** Required steps before anything else. */
  pending: z.array(z.enum(pendingSteps)),
});
export type Session = z.output<typeof sessionSchema>;

export const login = defineEndpoint({
  ...routes.login,
  summary: 'Log in; sets the session cookie',
  permission: 'public',
  refusals: ['loginFailed'],
  body: z.object({
    username: neededCode(254).check(z.toLowerCase()),
    password: passwordField,
    TWO_FACTOR_KEY: z.optional(codeField(64)),
  }),
  response: sessionSchema,
});

const logout = defineEndpoint({
  ...routes.logout,
  summary: 'End the session',
  permission: 'public',
  response: z.object({}),
});

const getSession = defineEndpoint({
  ...routes.getSession,
  summary: 'Who is logged in and what they may do in general',
  permission: 'session',
  response: sessionSchema,
});

export const getConfig = defineEndpoint({
  ...routes.getConfig,
  summary: 'What the console must know before anybody is logged in',
  permission: 'public',
  response: z.object({
    /**
     * Address of tiles with {z}, {x} and {y}, pictures or, if it ends in .mvt or .pbf, vector tiles; or of a PMTiles archive.
     * Null: the bundled map only.
     */
    tilesUrl: z.string().nullable(),
    tilesAttribution: z.string().nullable(),
    /** Whether the tiles are pictures of a map service, in `{language}`, with the copyright of each view (`getMapCopyright`). */
    tilesCopyright: z.boolean(),
    /** The mode of registration. */
    registration: z.enum(registrationModes),
    /** Whether a public register is used to look up names and addresses of organisations. */
    organisationLookUp: z.boolean(),
    /** Whether an address service is used to find addresses of places, and places of addresses. */
    addressSearch: z.boolean(),
    /** Demo logins; only with the demo switch. */
    demoLogins: z
      .array(
        z.object({
          role: z.string(),
          /** Whose view it is, in Norwegian like the rest of the demo. */
          who: z.string(),
          username: z.string(),
          password: z.string(),
        }),
      )
      .nullable(),
  }),
});

export const sessionCalls = { login, logout, getSession, getConfig };
