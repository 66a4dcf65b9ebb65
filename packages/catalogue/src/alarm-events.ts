import type { MessageState } from './message-states.ts';

/**
 * Who a step of an alarm's timeline is about. Specification 2, section 3 "Alarm analysis timeline events"; numbered in
 * `docs/decisions/0027-an-alarm-has-a-timeline.md`.
 */
export const alarmEventHeaders = [
  { header: 101, key: 'device' },
  { header: 102, key: 'private' },
  { header: 103, key: 'varde' },
  { header: 104, key: 'alarmCentre' },
  { header: 105, key: 'integration' },
] as const;

export type AlarmEventHeader = (typeof alarmEventHeaders)[number]['header'];

/**
 * The events of an alarm's timeline: 1 to 15 of the specification, and from 201 Varde's own. `header` is null where each
 * event says it: a call that ends was a call to somebody.
 */
export const alarmEvents = [
  { number: 1, key: 'triggered', header: 101 },
  { number: 2, key: 'received', header: 103 },
  { number: 3, key: 'privateCall', header: 102 },
  { number: 4, key: 'vardeCall', header: 103 },
  { number: 5, key: 'alarmCentreCall', header: 104 },
  { number: 6, key: 'privateAnswer', header: 102 },
  { number: 7, key: 'vardeAnswer', header: 103 },
  { number: 8, key: 'alarmCentreAnswer', header: 104 },
  { number: 9, key: 'callEnd', header: null },
  { number: 10, key: 'pin', header: null },
  { number: 11, key: 'noAnswer', header: null },
  { number: 12, key: 'integrationAttempt', header: 105 },
  { number: 13, key: 'integrationSuccess', header: 105 },
  { number: 14, key: 'integrationFailure', header: 105 },
  { number: 15, key: 'reset', header: 103 },
  { number: 201, key: 'claimed', header: 103 },
  { number: 202, key: 'released', header: 103 },
  { number: 203, key: 'handedOver', header: 103 },
  { number: 204, key: 'confirmed', header: 103 },
  { number: 205, key: 'reopened', header: 103 },
  { number: 206, key: 'signalled', header: 101 },
  { number: 207, key: 'shared', header: 103 },
  { number: 208, key: 'notificationStarted', header: 103 },
  { number: 209, key: 'notified', header: 102 },
  { number: 210, key: 'notificationEnded', header: 103 },
  { number: 211, key: 'receiverTook', header: 102 },
  { number: 212, key: 'receiverDeclined', header: 102 },
  { number: 213, key: 'receiverGaveBack', header: 102 },
  { number: 214, key: 'escalated', header: 104 },
  { number: 215, key: 'receiverWrote', header: 102 },
  { number: 220, key: 'wearerTold', header: 101 },
  { number: 221, key: 'wearerNotTold', header: 101 },
] as const satisfies readonly { number: number; key: string; header: AlarmEventHeader | null }[];

export type AlarmEventKey = (typeof alarmEvents)[number]['key'];
export type AlarmEventNumber = (typeof alarmEvents)[number]['number'];

/** The number of each event by its key. */
export const alarmEventNumber = Object.fromEntries(alarmEvents.map(({ key, number }) => [key, number])) as Readonly<
  Record<AlarmEventKey, AlarmEventNumber>
>;

/** The event of a number; undefined when this version does not know it. */
export const alarmEventOf = (number: number) => alarmEvents.find((event) => event.number === number);

/**
 * Results of the events of notifications: the list of a round, what became of a message, why a round ended, and why the
 * wearer was not told.
 */
export const notificationResults = [
  'ownList',
  'customerList',
  'noList',
  'smsQueued',
  'smsInDoubt',
  'smsSent',
  'smsDelivered',
  'smsFailed',
  'smsWithdrawn',
  'callQueued',
  'callInDoubt',
  'callSent',
  'callAnswered',
  'callFailed',
  'callWithdrawn',
  'emailQueued',
  'emailInDoubt',
  'emailSent',
  'emailFailed',
  'emailGivenUp',
  'emailWithdrawn',
  'pushQueued',
  'pushInDoubt',
  'pushSent',
  'pushFailed',
  'pushWithdrawn',
  'exhausted',
  'nobody',
  'deviceNotConnected',
  'deviceNoAnswer',
  'deviceRefused',
] as const;
export type NotificationResult = (typeof notificationResults)[number];

/** Results of the events of answers: how somebody took an alarm, could not, or gave it back. */
export const takenWays = ['byLink', 'bySms', 'byCall', 'inConsole', 'atAlarmCentre'] as const;
export type TakenWay = (typeof takenWays)[number];

/** The result of a message by this channel. */
export const notificationResult = (channel: keyof typeof resultsOf, state: MessageState): NotificationResult =>
  resultsOf[channel][state];

/** Neither mail servers nor push services report whether a message arrived, and only mails are given up. */
const resultsOf = {
  sms: {
    queued: 'smsQueued',
    inDoubt: 'smsInDoubt',
    sent: 'smsSent',
    delivered: 'smsDelivered',
    failed: 'smsFailed',
    givenUp: 'smsFailed',
    withdrawn: 'smsWithdrawn',
  },
  call: {
    queued: 'callQueued',
    inDoubt: 'callInDoubt',
    sent: 'callSent',
    delivered: 'callAnswered',
    failed: 'callFailed',
    givenUp: 'callFailed',
    withdrawn: 'callWithdrawn',
  },
  email: {
    queued: 'emailQueued',
    inDoubt: 'emailInDoubt',
    sent: 'emailSent',
    delivered: 'emailSent',
    failed: 'emailFailed',
    givenUp: 'emailGivenUp',
    withdrawn: 'emailWithdrawn',
  },
  push: {
    queued: 'pushQueued',
    inDoubt: 'pushInDoubt',
    sent: 'pushSent',
    delivered: 'pushSent',
    failed: 'pushFailed',
    givenUp: 'pushFailed',
    withdrawn: 'pushWithdrawn',
  },
} as const satisfies Record<string, Record<MessageState, NotificationResult>>;
