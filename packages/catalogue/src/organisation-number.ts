import type { MarketId } from './markets.ts';

/** The format of an organisation number in a market, and its check digits. */
interface NumberRule {
  pattern: RegExp;
  proves(digits: readonly number[]): boolean;
}

/** Modulus 11 with the Norwegian register's weights; a remainder of 1 has no digit, so such numbers do not exist. */
const norwegian: NumberRule = {
  pattern: /^[89]\d{8}$/,
  proves: (digits) => modulus11(digits, [3, 2, 7, 6, 5, 4, 3, 2]) === digits[8],
};
/** The Luhn sum over all ten digits; the third distinguishes it from a person's number. */
const swedish: NumberRule = {
  pattern: /^\d{2}[2-9]\d{7}$/,
  proves: (digits) =>
    digits.reduce((sum, digit, at) => sum + (at % 2 === 0 ? crossSum(digit * 2) : digit), 0) % 10 === 0,
};
/** A company's kennitala: the ninth digit is modulus 11 over the first eight, the tenth is the century. */
const icelandic: NumberRule = {
  pattern: /^[4-7]\d{9}$/,
  proves: (digits) => modulus11(digits, [3, 2, 7, 6, 5, 4, 3, 2]) === digits[8],
};

/** The partner markets are run from Norway. */
const rules: Record<MarketId, NumberRule> = {
  1: norwegian,
  2: norwegian,
  3: norwegian,
  4: swedish,
  5: icelandic,
};

/** The number without spaces and hyphens when it is one of this market, else null. */
export function organisationNumber(market: MarketId, text: string): string | null {
  const { pattern, proves } = rules[market];
  const plain = text.replaceAll(/[\s-]/g, '');
  return pattern.test(plain) && proves([...plain].map(Number)) ? plain : null;
}

function modulus11(digits: readonly number[], weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, at) => total + weight * (digits[at] ?? 0), 0);
  return sum % 11 === 0 ? 0 : 11 - (sum % 11);
}

const crossSum = (number: number): number => (number > 9 ? number - 9 : number);
