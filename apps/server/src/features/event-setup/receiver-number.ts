import { type MarketId, regionOf } from '@varde/catalogue/markets';
import type { NumberFault, ReceiverChannel } from '@varde/contract/event-setup-form';
// With the kinds of numbers, which the smaller collections leave out.
import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';

export interface NumberRules {
  market: MarketId;
  /** E.164; null: a list of no single device, or one without a number. */
  ofDevice: string | null;
  /** From which Varde sends SMS and calls. */
  ofVarde: readonly string[];
}

const costly: ReadonlySet<NumberType> = new Set(['PREMIUM_RATE', 'SHARED_COST']);
const withoutSms: ReadonlySet<NumberType> = new Set(['FIXED_LINE', 'TOLL_FREE', 'UAN', 'VOICEMAIL']);

/** The number of a receiver in E.164, or why it is refused. One of an unknown kind is taken. */
export function receiverNumber(
  typed: string,
  channels: readonly ReceiverChannel[],
  { market, ofDevice, ofVarde }: NumberRules,
): { number: string } | { fault: NumberFault } {
  const parsed = parsePhoneNumberFromString(typed, { defaultCountry: regionOf(market), extract: false });
  if (parsed === undefined) return { fault: 'invalid' };
  const { number } = parsed;
  if (number === ofDevice) return { fault: 'ofDevice' };
  if (ofVarde.includes(number)) return { fault: 'ofVarde' };
  if (!parsed.isValid()) return { fault: 'invalid' };
  if (costly.has(parsed.getType())) return { fault: 'premium' };
  if (channels.includes('sms') && withoutSms.has(parsed.getType())) return { fault: 'noSms' };
  return { number };
}
