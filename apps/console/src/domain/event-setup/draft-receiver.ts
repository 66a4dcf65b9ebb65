import type { Receiver } from '@varde/contract/event-setup';
import { isByPhone, type ReceiverChannel, receiverForm, usualRules } from '@varde/contract/event-setup-form';
import type { Input, Output } from '#data/api/call.ts';

/** A receiver of the list being edited, as it is sent: new, or as it is stored. */
export type DraftReceiver = Input<'saveEventSetup'>['body']['receivers'][number] &
  Pick<Receiver, 'leftOut' | 'hasMobile' | 'hasEmail' | 'hasBrowser' | 'hasPin'>;

export type ReceiverUser = Output<'listReceiverUsers'>['users'][number];

export const isUser = ({ userId }: DraftReceiver): boolean => (userId ?? null) !== null;

export const newReceiver: DraftReceiver = {
  ...{ name: '', mobile: null, email: null, channels: ['sms'], language: 'nb', ...usualRules },
  nextOfKin: null,
  ...{ userId: null, leftOut: null, hasMobile: false, hasEmail: false, hasBrowser: false, hasPin: false },
};

const longestName = 80;

/** Of a user: name, number and address are those of the account. */
export const fieldsOfUser = ({ name, ...user }: ReceiverUser) => ({
  ...{ ...user, name: name.slice(0, longestName), leftOut: null },
});

/** With the reason why a user is not told, which the choice of channels may give or take away. */
export function withReason(receiver: DraftReceiver): DraftReceiver {
  const { leftOut, hasMobile, hasBrowser, channels } = receiver;
  const isOfChannels = leftOut === null || leftOut === 'noNumber' || leftOut === 'noBrowser';
  if (!isUser(receiver) || !isOfChannels) return receiver;
  const hasPush = channels.includes('push');
  const isReached =
    channels.includes('email') ||
    (hasMobile && channels.some(isByPhone)) ||
    (hasBrowser && hasPush) ||
    channels.length === 0;
  return { ...receiver, leftOut: isReached ? null : hasPush ? 'noBrowser' : 'noNumber' };
}

/** Whether a message can leave to this receiver. */
export function canBeTold(
  {
    channels,
    hasMobile,
    hasEmail,
    hasBrowser,
  }: Pick<DraftReceiver, 'channels' | 'hasMobile' | 'hasEmail' | 'hasBrowser'>,
  unavailable: readonly ReceiverChannel[],
): boolean {
  const has = { sms: hasMobile, call: hasMobile, email: hasEmail, push: hasBrowser };
  return channels.some((channel) => has[channel] && !unavailable.includes(channel));
}

export type Field = 'name' | 'mobile' | 'email' | 'channels' | 'pin' | 'hours' | 'waitSeconds';

/** The fields with a fault. */
export function faultsOf(receiver: DraftReceiver): ReadonlySet<Field> {
  const { channels, hasMobile, hasEmail, hours } = receiver;
  const issues = receiverForm.safeParse(receiver).error?.issues ?? [];
  const other = !isUser(receiver);
  return new Set<Field>([
    ...issues.map(({ path }) => path[0] as Field),
    ...(other && channels.some(isByPhone) && !hasMobile ? (['mobile'] as const) : []),
    ...(other && channels.includes('email') && !hasEmail ? (['email'] as const) : []),
    ...(hours !== null && hours.from === hours.to ? (['hours'] as const) : []),
  ]);
}
