import { alarmKinds } from '@varde/catalogue/alarm-kinds';
import { messageStates } from '@varde/catalogue/message-states';
import { z } from 'zod';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { consentChannels, eventSetupForm, kinRights, receiverChannels } from './event-setup-form.ts';
import { foundByName, idInBody, nameSearch } from './fields.ts';
import { idField } from './filters.ts';
import { userLanguages } from './forms.ts';
import { routes } from './routes.ts';

/** Why somebody on a list is told of no alarm: the account of a user, or what it lacks. */
export const leftOutReasons = ['deleted', 'deactivated', 'noAccess', 'noConsent', 'noNumber', 'noBrowser'] as const;
export type LeftOut = (typeof leftOutReasons)[number];

/** What a caller may do with the numbers, or the e-mail addresses, of receivers. */
export const recipientRights = ['none', 'read', 'change'] as const;
export type RecipientRight = (typeof recipientRights)[number];

/** Channels that messages to a user no longer leave by: the consent to them was withdrawn. */
const withdrawn = z.array(z.enum(consentChannels));

/** Somebody whom an alarm is told to. */
export const receiverSchema = z.object({
  receiverId: z.number(),
  /** A user of Varde, whose account has name, number and address; null: somebody else. */
  userId: z.number().nullable(),
  /** Null: is told. */
  leftOut: z.enum(leftOutReasons).nullable(),
  name: z.string(),
  /** E.164. Null: none, or the caller may not read it. */
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  hasMobile: z.boolean(),
  hasEmail: z.boolean(),
  /** A user who gets push messages in a browser. */
  hasBrowser: z.boolean(),
  /** The receiver takes an alarm with a PIN only. */
  hasPin: z.boolean(),
  /**
   * Another organisation had the number first, and who has it has not confirmed it for this one: it gets the first message
   * about an alarm alone.
   */
  isUnconfirmed: z.boolean(),
  withdrawn,
  /** Of a next of kin, what the link of a message allows; null: no next of kin. */
  nextOfKin: z.array(z.enum(kinRights)).nullable(),
  /** In which the receiver is told. */
  language: z.enum(userLanguages),
  /** Empty: all alarms. */
  events: z.array(z.enum(alarmKinds)),
  channels: z.array(z.enum(receiverChannels)),
  /** Minutes of the day by the clock of the market; never applied to an emergency. Null: always. */
  hours: z.object({ from: z.number(), to: z.number() }).nullable(),
  waitSeconds: z.number(),
});
export type Receiver = z.output<typeof receiverSchema>;

/** The list of a customer above, without who is on it: only what decides whether somebody is told. */
const listAbove = z.object({
  custId: z.number(),
  customerName: z.string(),
  receivers: z.array(
    receiverSchema.pick({
      ...{ leftOut: true, hasMobile: true, hasEmail: true, hasBrowser: true, withdrawn: true },
      ...{ events: true, channels: true, hours: true },
    }),
  ),
});

/** The list in effect, in its order. */
const listFields = {
  /** Where it comes from; `customer`: the customer itself, or the nearest one above with a list. */
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('device') }),
    z.object({ kind: z.literal('customer'), custId: z.number(), customerName: z.string() }),
    z.object({ kind: z.literal('none') }),
  ]),
  /** Of the own list of the device or customer, for saving it; 0: it has none. */
  rev: z.number(),
  receivers: z.array(receiverSchema),
  /** How often it begins anew while nobody has taken the alarm; null: until somebody has. */
  repeats: z.number().nullable(),
  /** Before each new beginning. */
  pauseSeconds: z.number(),
  /** An alarm that nobody has taken by then goes on with the lists above, and comes to the alarm centre after them. */
  continueAbove: z.boolean(),
  /** Those it goes on with if it does, in their order; none where no customer above has a list. */
  above: z.array(listAbove),
  mayEdit: z.boolean(),
  /** The country of numbers without a country code, ISO 3166-1 alpha-2. */
  region: z.string(),
  /** The caller changes who is told, how and in which order, and nothing else: a private user. */
  limited: z.boolean(),
  /** Channels without a provider, which an administrator of Varde sets up: messages on them wait. */
  unavailable: z.array(z.enum(receiverChannels)),
  /** Without the right to change them they stay as they are, and new receivers have none. */
  rights: z.object({ mobile: z.enum(recipientRights), email: z.enum(recipientRights) }),
  /** The rights of next of kin that the caller may give and take; the others stay as they are. */
  kinRights: z.array(z.enum(kinRights)),
};
export const eventSetupSchema = z.object({
  deviId: z.number(),
  deviceName: z.string(),
  ...listFields,
  /** The caller may send a test to the receivers. */
  mayTest: z.boolean(),
  /**
   * The other devices of the same private customer: `rev` of the own list of each (0: it has none), and whether the list in
   * effect there is the same.
   */
  household: z.array(z.object({ deviId: z.number(), deviceName: z.string(), rev: z.number(), isSame: z.boolean() })),
});
export type EventSetup = z.output<typeof eventSetupSchema>;
export const customerEventSetupSchema = z.object({
  custId: z.number(),
  customerName: z.string(),
  ...listFields,
});

const customerParams = z.object({ custId: idField });
const body = z.object(eventSetupForm.shape);

/** So many devices of a household can share what is saved. */
export const mostInHousehold = 20;
const deviceBody = body.extend({
  /** Devices of the household that get the same list, with the `rev` of their own as it was read. */
  alsoFor: z
    .array(z.object({ deviId: idInBody, rev: z.int().nonnegative() }))
    .max(mostInHousehold)
    .optional(),
});

const getEventSetup = defineEndpoint({
  ...routes.getEventSetup,
  summary: 'To whom alarms of a device are told: its own list, or the one it inherits',
  permission: 'EVENT_SETUP',
  params: deviceParams,
  response: eventSetupSchema,
});

export const saveEventSetup = defineEndpoint({
  ...routes.saveEventSetup,
  maxBodyBytes: 128 * 1024,
  summary:
    'Save the whole list of a device in its order, and for others of its household (`alsoFor`); they have lists of their own from then on. `listChanged` names who changed one meanwhile, and which device when it is that of another one',
  permission: 'EVENT_SETUP',
  params: deviceParams,
  body: deviceBody,
  response: eventSetupSchema,
});

const deleteEventSetup = defineEndpoint({
  ...routes.deleteEventSetup,
  summary: 'Remove the list of a device, which then inherits one',
  permission: 'EVENT_SETUP',
  params: deviceParams,
  response: eventSetupSchema,
});

/** The latest test of a list: a message to each receiver on each of its channels. */
export const eventSetupTestSchema = z.object({
  /** Null: there was none within the last 30 days. */
  sentAt: z.number().nullable(),
  messages: z.array(
    z.object({
      testId: z.number(),
      name: z.string(),
      channel: z.enum(receiverChannels),
      /** Null: the caller may not read it, nor what the provider says of it. */
      recipient: z.string().nullable(),
      /** `withdrawn`: it was not sent within an hour. */
      state: z.enum(messageStates),
      /** Why it failed, or is delayed. */
      reason: z.string().nullable(),
      /** The receiver is told of no alarm, and so got no test; null: there is a message. */
      leftOut: z.enum(leftOutReasons).nullable(),
    }),
  ),
});
export type EventSetupTest = z.output<typeof eventSetupTestSchema>;

const askReceiver = defineEndpoint({
  ...routes.askReceiver,
  summary:
    'Ask a receiver of the own list of a device by SMS once more to confirm the number, when it waits for that. `tooManyRequests` within a day of the last time',
  permission: 'EVENT_SETUP',
  params: deviceParams.extend({ receiverId: idField }),
  response: eventSetupSchema,
});

const askCustomerReceiver = defineEndpoint({
  ...routes.askCustomerReceiver,
  summary: 'As `askReceiver`, of the own list of a customer',
  permission: 'DEFAULT_SETTINGS_EVENT_SETUP',
  params: customerParams.extend({ receiverId: idField }),
  response: customerEventSetupSchema,
});

const sendEventSetupTest = defineEndpoint({
  ...routes.sendEventSetupTest,
  summary:
    'Send a test to all receivers of the list in effect, whatever their hours and alarms: the way of an alarm, without an alarm. Users who are told of no alarm get none. `nobodyToTell` when there is nobody else',
  permission: 'CONTROL_CALLING',
  params: deviceParams,
  response: eventSetupTestSchema,
});

const getEventSetupTest = defineEndpoint({
  ...routes.getEventSetupTest,
  summary: 'What has become of the messages of the latest test',
  permission: 'EVENT_SETUP',
  params: deviceParams,
  response: eventSetupTestSchema,
});

const getCustomerEventSetup = defineEndpoint({
  ...routes.getCustomerEventSetup,
  summary: 'The list of devices without one of their own, at a customer and those below it',
  permission: 'DEFAULT_SETTINGS_EVENT_SETUP',
  params: customerParams,
  response: customerEventSetupSchema,
});

const saveCustomerEventSetup = defineEndpoint({
  ...routes.saveCustomerEventSetup,
  maxBodyBytes: 128 * 1024,
  summary: 'Save the whole list of a customer in its order',
  permission: 'DEFAULT_SETTINGS_EVENT_SETUP',
  params: customerParams,
  body,
  response: customerEventSetupSchema,
});

const deleteCustomerEventSetup = defineEndpoint({
  ...routes.deleteCustomerEventSetup,
  summary: 'Remove the list of a customer, which then inherits one',
  permission: 'DEFAULT_SETTINGS_EVENT_SETUP',
  params: customerParams,
  response: customerEventSetupSchema,
});

/** Users who may be receivers: those who can log in and may handle alarms of the customer, by name. */
const receiverUsers = z.object({
  users: z.array(
    z.object({
      userId: z.number(),
      name: z.string(),
      /** E.164. Null: none, or the caller may not read it. */
      mobile: z.string().nullable(),
      email: z.string().nullable(),
      hasMobile: z.boolean(),
      hasEmail: z.boolean(),
      hasBrowser: z.boolean(),
      withdrawn,
    }),
  ),
  ...foundByName,
});

export const listReceiverUsers = defineEndpoint({
  ...routes.listReceiverUsers,
  summary: 'The users who may be receivers on the list of a device: they may handle its alarms',
  permission: 'EVENT_SETUP',
  params: deviceParams,
  query: z.object(nameSearch),
  response: receiverUsers,
});

const listCustomerReceiverUsers = defineEndpoint({
  ...routes.listCustomerReceiverUsers,
  summary: 'The users who may be receivers on the list of a customer: they may handle its alarms',
  permission: 'DEFAULT_SETTINGS_EVENT_SETUP',
  params: customerParams,
  query: z.object(nameSearch),
  response: receiverUsers,
});

const getCountries = defineEndpoint({
  ...routes.getCountries,
  summary: 'Countries with the prefix of their phone numbers; of those that share one, the largest first',
  permission: 'EVENT_SETUP',
  /** `region`: ISO 3166-1 alpha-2; `prefix`: with the plus sign. */
  response: z.object({ countries: z.array(z.object({ region: z.string(), prefix: z.string() })) }),
});

const confirmLink = z.object({ token: z.string().max(100) });

const getNumberToConfirm = defineEndpoint({
  ...routes.getNumberToConfirm,
  summary: 'Who asks the holder of a number, by a link in an SMS, whether it may be told of alarms; without a login',
  permission: 'public',
  refusals: ['linkInvalid'],
  params: confirmLink,
  /** `number`: with its last three digits alone. */
  response: z.object({ customerName: z.string(), number: z.string() }),
});

const confirmNumber = defineEndpoint({
  ...routes.confirmNumber,
  summary:
    'The holder of a number says, by that link, that it may be told of alarms, not only of the first message of each',
  permission: 'public',
  refusals: ['linkInvalid'],
  params: confirmLink,
  response: z.object({}),
});

export const eventSetupCalls = {
  getNumberToConfirm,
  confirmNumber,
  askReceiver,
  askCustomerReceiver,
  getEventSetup,
  saveEventSetup,
  deleteEventSetup,
  sendEventSetupTest,
  getEventSetupTest,
  getCustomerEventSetup,
  saveCustomerEventSetup,
  deleteCustomerEventSetup,
  listReceiverUsers,
  listCustomerReceiverUsers,
  getCountries,
};
