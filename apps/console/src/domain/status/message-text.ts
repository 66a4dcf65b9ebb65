import type { Transaction } from '@varde/contract/transactions';
import type { TFunction } from 'i18next';
import { messageTypeKey } from './alarm-kind.ts';

/** All contents of one message, most urgent first. */
export const messageText = ({ metyId, subtypes }: Pick<Transaction, 'metyId' | 'subtypes'>, t: TFunction) =>
  [metyId, ...subtypes.filter((type) => type !== metyId)]
    .map((type) => t(`catalogue.messageTypes.${messageTypeKey(type)}`))
    .join(' + ');
