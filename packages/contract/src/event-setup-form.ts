import { alarmKinds } from '@varde/catalogue/alarm-kinds';
import * as z from 'zod/mini';
import { codeField, emailField, idInBody, neededCode, neededLine } from './fields.ts';
import { userLanguages } from './forms.ts';

// A file of its own, because the console loads `forms.ts` before any screen.

/**
 * How alarms are told, in the order of the screens. `leadsTo`: what a receiver needs for it; a browser is a user's alone.
 * `consent`: a user can withdraw the consent of this name. `arrives`: what is known of a message that has left; `answered`
 * and `reported` come after it, and `sent` is all. `charged`: by which size its provider is paid.
 */
export const channelRules = {
  sms: { leadsTo: 'mobile', consent: true, arrives: 'reported', charged: 'parts' },
  call: { leadsTo: 'mobile', consent: false, arrives: 'answered', charged: 'seconds' },
  email: { leadsTo: 'email', consent: true, arrives: 'sent', charged: null },
  push: { leadsTo: 'browser', consent: false, arrives: 'sent', charged: null },
} as const satisfies Record<string, ChannelRule>;

interface ChannelRule {
  leadsTo: 'mobile' | 'email' | 'browser';
  consent: boolean;
  arrives: 'answered' | 'reported' | 'sent';
  charged: 'parts' | 'seconds' | null;
}

type Rules = typeof channelRules;
export type ReceiverChannel = keyof Rules;
/** The channels with a rule like this. */
type ChannelWith<Rule> = { [C in ReceiverChannel]: Rules[C] extends Rule ? C : never }[ReceiverChannel];
type List<Channel> = [Channel, ...Channel[]];

export const receiverChannels = Object.keys(channelRules) as List<ReceiverChannel>;
/** A value for each channel. */
export const ofChannels = <Value>(of: (channel: ReceiverChannel) => Value): Record<ReceiverChannel, Value> =>
  Object.fromEntries(receiverChannels.map((channel) => [channel, of(channel)])) as Record<ReceiverChannel, Value>;

export type ConsentChannel = ChannelWith<{ consent: true }>;
export const consentChannels = receiverChannels.filter(
  (channel) => channelRules[channel].consent,
) as List<ConsentChannel>;
export type ChargedChannel = ChannelWith<{ charged: string }>;
export const chargedChannels = receiverChannels.filter(
  (channel) => channelRules[channel].charged !== null,
) as List<ChargedChannel>;

/** What of a receiver decides by which channels messages reach them. */
export interface Reachable {
  hasMobile: boolean;
  hasEmail: boolean;
  hasBrowser: boolean;
  /** The consents that were withdrawn. */
  withdrawn: readonly ConsentChannel[];
}

export const isWithdrawn = (withdrawn: readonly ConsentChannel[], channel: ReceiverChannel): boolean =>
  withdrawn.some((one) => one === channel);

/** Whether a message by this channel, which is chosen for the receiver, has somewhere to go, and may. */
export function isReachedBy(
  channel: ReceiverChannel,
  { hasMobile, hasEmail, hasBrowser, withdrawn }: Reachable,
): boolean {
  const has = { mobile: hasMobile, email: hasEmail, browser: hasBrowser };
  return has[channelRules[channel].leadsTo] && !isWithdrawn(withdrawn, channel);
}

/** Channels that lead to a telephone number. */
export const isByPhone = (channel: ReceiverChannel): boolean => channelRules[channel].leadsTo === 'mobile';
/** Channels that lead to the browsers of a user. */
export const isByBrowser = (channel: ReceiverChannel): boolean => channelRules[channel].leadsTo === 'browser';
/** Why the number of a receiver is refused, as the messages of `validationFailed` say it. */
export const numberFaults = {
  invalid: 'is not a phone number',
  noSms: 'is no mobile number, and takes no SMS',
  premium: 'is a premium-rate number',
  ofDevice: "is the device's own number",
  ofVarde: 'is a number of Varde itself',
} as const;
export type NumberFault = keyof typeof numberFaults;
/** Receivers of one notification list; the longest wait in seconds. */
export const mostReceivers = 20;
export const longestWaitSeconds = 3600;
/** New beginnings of a list; the pause before each, in seconds. */
export const mostRepeats = 10;
export const shortestPauseSeconds = 60;
export const longestPauseSeconds = 3600;
/** The end of a first list, unless it says something else: it begins again until somebody has taken the alarm. */
export const usualEnd = { repeats: null, pauseSeconds: 300, continueAbove: false };
/**
 * What a next of kin may do by the link of a message, each given by whoever has the policy `NEXT_OF_KIN_…` of its name: see
 * whether the device works, see where the wearer is now, change the own hours, call the device, see the wearer's image.
 */
export const kinRights = ['check', 'tracking', 'schedule', 'call', 'image'] as const;
export type KinRight = (typeof kinRights)[number];

/** Digits of a PIN. */
export const shortestPin = 4;
export const longestPin = 8;
const pinPattern = new RegExp(`^[0-9]{${shortestPin},${longestPin}}$`);
export const isPin = (text: string): boolean => pinPattern.test(text);
const minuteOfDay = z.int().check(z.minimum(0), z.maximum(1439));
/**
 * Minutes of the day by the clock of the market, the last one excluded; `from` later than `to` passes midnight, and they differ.
 * Null: always.
 */
export const hoursField = z.nullable(z.object({ from: minuteOfDay, to: minuteOfDay }));

/** The editable fields of somebody whom an alarm is told to, in the order of the list. */
export const receiverForm = z.object({
  /** Of a receiver that the list in effect has already. */
  receiverId: z.optional(idInBody),
  /** A user of Varde, whose account has name, number and address: those given here are not kept. */
  userId: z.optional(z.nullable(idInBody)),
  name: neededLine(80),
  /** As typed; a number without a country code belongs to the market of the customer. Null: none. */
  mobile: z.nullable(neededCode(40)),
  email: z.nullable(emailField),
  /** In which the receiver is told; of a user that of the account counts. Absent: as it was, and of a new receiver Norwegian. */
  language: z.optional(z.enum(userLanguages)),
  /**
   * Without which the receiver does not take an alarm by link, SMS or call. It is never read again. Absent: as it was;
   * null: none.
   */
  pin: z.optional(z.nullable(codeField(40).check(z.regex(pinPattern, 'is not 4 to 8 digits')))),
  /** Of a next of kin, who is no user, what the link of a message allows. Absent: as it was; null: no next of kin. */
  nextOfKin: z.optional(z.nullable(z.array(z.enum(kinRights)).check(z.maxLength(kinRights.length)))),
  /** Empty: all alarms. */
  events: z.array(z.enum(alarmKinds)).check(z.maxLength(alarmKinds.length)),
  channels: z.array(z.enum(receiverChannels)).check(z.minLength(1), z.maxLength(receiverChannels.length)),
  /** Never applied to an emergency. */
  hours: hoursField,
  /** The time before the next receiver is told; 0: at the same time. */
  waitSeconds: z.int().check(z.minimum(0), z.maximum(longestWaitSeconds)),
});

/** How a receiver is told unless somebody chooses otherwise: of all alarms, at all hours, a minute before the next one. */
export const usualRules = { events: [], hours: null, waitSeconds: 60 } satisfies Partial<z.input<typeof receiverForm>>;

/** A whole notification list. `rev`: of the list that the caller has read, 0 for none of its own. */
export const eventSetupForm = z.object({
  rev: z.int().check(z.nonnegative()),
  receivers: z.array(receiverForm).check(z.maxLength(mostReceivers)),
  /**
   * How often the list begins anew while nobody has taken the alarm; null: until somebody has. Absent: as it was, and for
   * a first list until somebody has.
   */
  repeats: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(mostRepeats)))),
  /** Before each new beginning. Absent: as it was, and for a first list five minutes. */
  pauseSeconds: z.optional(z.int().check(z.minimum(shortestPauseSeconds), z.maximum(longestPauseSeconds))),
  /**
   * An alarm that nobody has taken after these receivers goes on with the list above, that of the nearest customer
   * upwards. Absent: as it was, and for a first list not.
   */
  continueAbove: z.optional(z.boolean()),
});
