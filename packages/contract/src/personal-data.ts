import { consentKinds, consentStates } from '@varde/catalogue/consent-kinds';
import { z } from 'zod';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { readerFields } from './exports.ts';
import { lineField, textField } from './fields.ts';
import { idField, personSearchField } from './filters.ts';
import { routes } from './routes.ts';

/** An administrator of users administers personal data: of users and of wearers of devices. */
const permission = 'USER_PRIVILEGES_ALL';

export const consentSchema = z.object({
  consentId: z.number(),
  kind: z.string(),
  state: z.enum(consentStates),
  /** Time of the answer and of its record, Unix milliseconds. */
  saidAt: z.number(),
  recordedAt: z.number(),
  /** The present name; null: an erased user. */
  recordedBy: z.string().nullable(),
  note: z.string(),
});
export type Consent = z.output<typeof consentSchema>;

const foundUserSchema = z.object({
  userId: z.number(),
  name: z.string(),
  username: z.string(),
  custName: z.string().nullable(),
  state: z.enum(['active', 'inactive', 'deleted']),
});

const findPersonalData = defineEndpoint({
  ...routes.findPersonalData,
  summary: 'Users, deleted ones too, and devices by name, username or serial number: the first of each',
  permission,
  query: z.object({ search: z.prefault(personSearchField, '') }),
  response: z.object({
    users: z.array(foundUserSchema),
    devices: z.array(
      z.object({
        deviId: z.number(),
        /** Null when the present customer is outside the caller's scope. */
        deviceName: z.string().nullable(),
        deviceSNNum: z.string(),
      }),
    ),
  }),
});

export const userDataSchema = foundUserSchema.extend({
  createdAt: z.number(),
  lastLogin: z.number().nullable(),
  /** When the user accepted the use of personal data. */
  gdprAcceptedAt: z.number().nullable(),
  /** The latest first. */
  consents: z.array(consentSchema),
  /** False for oneself, and for a user with more rights than the caller. */
  erasable: z.boolean(),
});
export type UserData = z.output<typeof userDataSchema>;

export const wearerPeriodSchema = z.object({
  assignmentId: z.number(),
  custName: z.string(),
  /** Unix milliseconds; null: from the beginning. */
  beginsAt: z.number().nullable(),
  /** Null: still worn. */
  endsAt: z.number().nullable(),
  erasedAt: z.number().nullable(),
  /** The last assignment that ended, so that the device may still bear its wearer's name. */
  mayBearName: z.boolean(),
  consents: z.array(consentSchema),
});
export type WearerPeriod = z.output<typeof wearerPeriodSchema>;

export const wearerDataSchema = z.object({
  deviId: z.number(),
  deviceName: z.string().nullable(),
  deviceSNNum: z.string(),
  /** The latest first. */
  periods: z.array(wearerPeriodSchema),
});
export type WearerData = z.output<typeof wearerDataSchema>;

const userParams = z.object({ userId: idField });
const periodParams = z.object({ assignmentId: idField });

const getUserData = defineEndpoint({
  ...routes.getUserData,
  summary: 'What a user has consented to',
  permission,
  params: userParams,
  response: userDataSchema,
});

const getWearerData = defineEndpoint({
  ...routes.getWearerData,
  summary: 'Who has worn a device, from when to when, and what they have consented to',
  permission,
  params: deviceParams,
  response: wearerDataSchema,
});

const consentKeys = (who: 'user' | 'wearer') =>
  consentKinds.filter(({ of }) => of.some((each) => each === who)).map(({ key }) => key);

const consentBody = (who: 'user' | 'wearer') =>
  z.object({
    kind: z.enum(consentKeys(who)),
    state: z.enum(consentStates),
    /** Time of the answer; null: now. */
    saidAt: z.int().min(0).max(7_258_118_400_000).nullable(),
    note: lineField(500),
  });

const recordUserConsent = defineEndpoint({
  ...routes.recordUserConsent,
  summary: 'Write down that a user consents, or does not any more',
  permission,
  params: userParams,
  body: consentBody('user'),
  response: userDataSchema,
});

const recordWearerConsent = defineEndpoint({
  ...routes.recordWearerConsent,
  summary: 'Write down that who wears or wore a device consents, or does not any more',
  permission,
  params: periodParams,
  body: consentBody('wearer'),
  response: wearerDataSchema,
});

/** The name of the file is in this language; what it holds is for programs. */
const fileQuery = z.object({ language: readerFields.language });

const exportUserData = defineEndpoint({
  ...routes.exportUserData,
  summary: 'Everything that is held about a user, as a file',
  permission,
  params: userParams,
  query: fileQuery,
  /** One JSON document that is written while it is read; its last field is `complete`. */
  response: z.unknown(),
});

const exportWearerData = defineEndpoint({
  ...routes.exportWearerData,
  summary: 'Everything that is held about who wore a device, of that time alone, as a file',
  permission,
  params: periodParams,
  query: fileQuery,
  response: z.unknown(),
});

/** Typed by hand, against erasing the wrong one. */
const confirmation = textField(254);

const eraseUser = defineEndpoint({
  ...routes.eraseUser,
  summary: 'Forget a user. Refused while the user has an alarm that is not reset',
  permission,
  params: userParams,
  body: z.object({
    /** The username. */
    confirmation,
  }),
  response: z.object({}),
});

const eraseWearer = defineEndpoint({
  ...routes.eraseWearer,
  summary: 'Forget who wore a device. Refused while it is worn, and while an alarm of that time is not reset',
  permission,
  params: periodParams,
  body: z.object({
    /** The serial number. */
    confirmation,
    /** Also rename the device to its serial number; only for its last wearer. */
    replaceName: z.boolean(),
  }),
  response: wearerDataSchema,
});

export const personalDataCalls = {
  findPersonalData,
  getUserData,
  getWearerData,
  recordUserConsent,
  recordWearerConsent,
  exportUserData,
  exportWearerData,
  eraseUser,
  eraseWearer,
};
