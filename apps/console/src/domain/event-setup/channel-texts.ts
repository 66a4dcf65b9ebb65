import type { KinRight, ReceiverChannel } from '@varde/contract/event-setup-form';
import type { TFunction } from 'i18next';

/** A channel as the name of a choice. */
export const channelName = (t: TFunction, channel: ReceiverChannel): string =>
  t(`eventSetup.byChannel.${channel}.name`);

/** "SMS til +47…"; null or empty: the number or address is not shown to this user, or there is none. */
export const wayText = (t: TFunction, channel: ReceiverChannel, recipient: string | null): string =>
  recipient ? t(`eventSetup.byChannel.${channel}.to`, { recipient }) : channelName(t, channel);

/** The rights of a next of kin: "kontroll, sporing". */
export const kinText = (t: TFunction, rights: readonly KinRight[]): string =>
  rights.map((right) => t(`eventSetup.kin.names.${right}`).toLowerCase()).join(', ') || t('eventSetup.kin.none');

/** Why messages on a channel without a provider wait. */
export const missingText = (t: TFunction, channel: ReceiverChannel): string =>
  t(`eventSetup.byChannel.${channel}.missing`);
