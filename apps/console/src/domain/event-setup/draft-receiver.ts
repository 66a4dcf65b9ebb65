import type { LeftOut, Receiver } from '@varde/contract/event-setup';
import {
  channelRules,
  isByBrowser,
  isReachedBy,
  isWithdrawn,
  type Reachable,
  type ReceiverChannel,
  receiverForm,
  usualRules,
} from '@varde/contract/event-setup-form';
import type { Input, Output } from '#data/api/call.ts';

/** A receiver of the list being edited, as it is sent: new, or as it is stored. */
export type DraftReceiver = Input<'saveEventSetup'>['body']['receivers'][number] &
  Pick<Receiver, 'leftOut' | 'hasMobile' | 'hasEmail' | 'hasBrowser' | 'hasPin' | 'isUnconfirmed' | 'withdrawn'>;

export type ReceiverUser = Output<'listReceiverUsers'>['users'][number];

export const isUser = ({ userId }: DraftReceiver): boolean => (userId ?? null) !== null;

export const newReceiver: DraftReceiver = {
  ...{ name: '', mobile: null, email: null, channels: ['sms'], language: 'nb', ...usualRules },
  nextOfKin: null,
  ...{ userId: null, leftOut: null, hasMobile: false, hasEmail: false, hasBrowser: false, hasPin: false },
  isUnconfirmed: false,
  withdrawn: [],
};

const longestName = 80;

/** Of a user: name, number and address are those of the account. */
export const fieldsOfUser = ({ name, ...user }: ReceiverUser) => ({
  ...{ ...user, name: name.slice(0, longestName), leftOut: null },
});

/** With the reason why a user is not told, which the choice of channels may give or take away. */
export function withReason(receiver: DraftReceiver): DraftReceiver {
  const { leftOut, channels } = receiver;
  const isOfChannels = leftOut === null || reasonsOfChannels.includes(leftOut);
  if (!isUser(receiver) || !isOfChannels) return receiver;
  // The address of a user is known, whoever may see it.
  const isReached = channels.length === 0 || canBeTold({ ...receiver, hasEmail: true }, []);
  return { ...receiver, leftOut: isReached ? null : reasonOf(receiver) };
}

const reasonsOfChannels: readonly LeftOut[] = ['noConsent', 'noNumber', 'noBrowser'];

function reasonOf({ channels, withdrawn }: DraftReceiver): LeftOut {
  if (channels.some((channel) => isWithdrawn(withdrawn, channel))) return 'noConsent';
  return channels.some(isByBrowser) ? 'noBrowser' : 'noNumber';
}

/** Whether a message can leave to this receiver. */
export const canBeTold = (
  { channels, ...receiver }: Pick<DraftReceiver, 'channels' | keyof Reachable>,
  unavailable: readonly ReceiverChannel[],
): boolean => channels.some((channel) => !unavailable.includes(channel) && isReachedBy(channel, receiver));

export type Field = 'name' | 'mobile' | 'email' | 'channels' | 'pin' | 'hours' | 'waitSeconds';

/** The fields with a fault. */
export function faultsOf(receiver: DraftReceiver): ReadonlySet<Field> {
  const { channels, hasMobile, hasEmail, hours } = receiver;
  const needs = (field: 'mobile' | 'email') => channels.some((channel) => channelRules[channel].leadsTo === field);
  const issues = receiverForm.safeParse(receiver).error?.issues ?? [];
  const other = !isUser(receiver);
  return new Set<Field>([
    ...issues.map(({ path }) => path[0] as Field),
    ...(other && needs('mobile') && !hasMobile ? (['mobile'] as const) : []),
    ...(other && needs('email') && !hasEmail ? (['email'] as const) : []),
    ...(hours !== null && hours.from === hours.to ? (['hours'] as const) : []),
  ]);
}
