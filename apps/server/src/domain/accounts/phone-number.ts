import { enteredNumber } from '@varde/catalogue/entered-text';
import { type MarketId, regionOf } from '@varde/catalogue/markets';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * A person's phone number in E.164 (`+4791234567`); null when it is not a possible number. Without a country code it
 * belongs to the market's country. Not for devices: their SIM numbers are longer than the library accepts.
 */
export function phoneNumber(market: MarketId, text: string): string | null {
  const parsed = parsePhoneNumberFromString(enteredNumber(text), {
    defaultCountry: regionOf(market),
    extract: false,
  });
  return parsed?.isValid() ? parsed.number : null;
}
