import { expect, it } from 'vitest';
import { type Country, numberParts, wholeNumber } from './number-parts.ts';

const norway = { region: 'NO', prefix: '+47' };
const svalbard = { region: 'SJ', prefix: '+47' };
const sweden = { region: 'SE', prefix: '+46' };
const countries: Country[] = [sweden, norway, svalbard];

it.each([
  ['+4790000001', norway, norway, '90000001'],
  ['+4790000001', svalbard, svalbard, '90000001'],
  ['+4790000001', sweden, norway, '90000001'],
  ['+46701740605', norway, sweden, '701740605'],
  ['+1212', norway, norway, '+1212'],
  ['90000001', undefined, undefined, '90000001'],
  [null, norway, norway, ''],
] as const)('shows %s beside its country', (number, chosen, country, rest) => {
  expect(numberParts(number, chosen, countries)).toEqual({ country, rest });
});

it.each([
  ['900 00 001', norway, '+47900 00 001'],
  ['+46 70', norway, '+46 70'],
  ['0046 70', norway, '+46 70'],
  ['90000001', undefined, '90000001'],
  ['  ', norway, null],
] as const)('puts the prefix of the country before “%s”', (typed, country, number) => {
  expect(wholeNumber(typed, country)).toBe(number);
});
