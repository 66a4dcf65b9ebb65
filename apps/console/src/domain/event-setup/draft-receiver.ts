import type { Receiver } from '@varde/contract/event-setup';
import { isByPhone, type ReceiverChannel, receiverForm, usualRules } from '@varde/contract/event-setup-form';
import type { Input, Output } from '#data/api/call.ts';

/** A receiver of the list being edited, as it is sent: new, or as it is stored. */
export type DraftReceiver = Input<'saveEventSetup'>['body']['receivers'][number] &
  Pick<Receiver, 'leftOut' | 'hasMobile' | 'hasEmail'>;

export type ReceiverUser = Output<'listReceiverUsers'>['users'][number];

export const isUser = ({ userId }: DraftReceiver): boolean => (userId ?? null) !== null;

export const newReceiver: DraftReceiver = {
  ...{ name: '', mobile: null, email: null, channels: ['sms'], ...usualRules },
  ...{ userId: null, leftOut: null, hasMobile: false, hasEmail: false },
};

const longestName = 80;

/** Of a user: name, number and address are those of the account. */
export const fieldsOfUser = ({ userId, name, mobile, email, hasMobile, hasEmail }: ReceiverUser) => ({
  ...{ userId, name: name.slice(0, longestName), mobile, email, hasMobile, hasEmail, leftOut: null },
});

/** With the reason why a user is not told, which the choice of channels may give or take away. */
export function withReason(receiver: DraftReceiver): DraftReceiver {
  const { leftOut, hasMobile, channels } = receiver;
  if (!isUser(receiver) || (leftOut !== null && leftOut !== 'noNumber')) return receiver;
  return { ...receiver, leftOut: hasMobile || channels.includes('email') ? null : 'noNumber' };
}

/** Whether a message can leave to this receiver. */
export const canBeTold = (
  { channels, hasMobile, hasEmail }: Pick<DraftReceiver, 'channels' | 'hasMobile' | 'hasEmail'>,
  unavailable: readonly ReceiverChannel[],
): boolean =>
  channels.some((channel) => !unavailable.includes(channel) && (isByPhone(channel) ? hasMobile : hasEmail));

export type Field = 'name' | 'mobile' | 'email' | 'channels' | 'hours' | 'waitSeconds';

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
