import { describe, expect, it } from 'vitest';
import type { MarketId } from './markets.ts';
import { organisationNumber } from './organisation-number.ts';

describe('an organisation number', () => {
  it.each<[MarketId, string, string]>([
    [1, '974 760 673', '974760673'],
    [1, '923609016', '923609016'],
    [1, '810000090', '810000090'],
    [2, '974760673', '974760673'],
    [3, '974760673', '974760673'],
    [4, '556036-0793', '5560360793'],
    [5, '470169-1419', '4701691419'],
  ])('of market %i is accepted in its usual notations: %s', (market, text, plain) => {
    expect(organisationNumber(market, text)).toBe(plain);
  });

  it.each<[MarketId, string]>([
    [1, '974760674'],
    [1, '97476067'],
    [1, '000000000'],
    [4, '0000000000'],
    [5, '0000000000'],
    [1, '٩٧٤٧٦٠٦٧٣'],
    [1, '974760673; drop table customers'],
    [1, ''],
    [4, '5560360794'],
    [5, '4701691429'],
  ])('of market %i with a wrong digit, length or alphabet is refused: %s', (market, text) => {
    expect(organisationNumber(market, text)).toBeNull();
  });

  it('with two digits swapped is refused', () => {
    expect(organisationNumber(1, '974766073')).toBeNull();
  });
});
