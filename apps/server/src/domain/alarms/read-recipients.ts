import type { MarketId } from '@varde/catalogue/markets';
import { emailField } from '@varde/contract/fields';
import { phoneNumber } from '../accounts/phone-number.ts';

export interface Recipient {
  channel: 'email' | 'sms';
  /** An e-mail address in lower case, or a number in E.164. */
  address: string;
}

/** One part of the text; `recipient` null: neither an e-mail address nor a phone number. */
export interface ReadRecipient {
  typed: string;
  recipient: Recipient | null;
}

/**
 * Reads e-mail addresses and phone numbers, separated by commas, semicolons or line breaks, each by itself. A number
 * without a country code belongs to the market's country.
 */
export const readRecipients = (text: string, market: MarketId): ReadRecipient[] =>
  text
    .split(/[,;\r\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((typed) => ({ typed, recipient: recipientOf(typed, market) }));

function recipientOf(typed: string, market: MarketId): Recipient | null {
  if (typed.includes('@')) {
    const { data } = emailField.safeParse(typed);
    return data === undefined ? null : { channel: 'email', address: data };
  }
  const number = phoneNumber(market, typed);
  return number === null ? null : { channel: 'sms', address: number };
}
