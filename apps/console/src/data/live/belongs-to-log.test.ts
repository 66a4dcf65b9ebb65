import { expect, it } from 'vitest';
import { transactionRecord } from '../../testing/records.ts';
import { belongsToLog } from './belongs-to-log.ts';

const position = transactionRecord({ metyId: 5 });
const battery = transactionRecord({ metyId: 6 });
const alarm = transactionRecord({ metyId: 1 });

it('a new transaction belongs to a log without a filter, and to one whose filter it passes [D5.058]', () => {
  expect(belongsToLog(position, {})).toBe(true);
  expect(belongsToLog(position, { fromDate: '01-11-2026T00:00' })).toBe(true);
  expect([position, battery].map((one) => belongsToLog(one, { filters: 'BATTERY,OFFLINE' }))).toEqual([false, true]);
  for (const past of [{ toDate: '01-11-2026T00:00' }, { date: '2026-11-01' }, { search: 'stue' }])
    expect(belongsToLog(battery, { filters: 'BATTERY', ...past })).toBe(false);
});

it('an alarm ignores the filter, and one that is told late does not [D5.057]', () => {
  for (const choice of [{ filters: 'BATTERY' }, { toDate: '01-11-2026T00:00' }, { search: 'stue' }]) {
    expect(belongsToLog(alarm, choice)).toBe(true);
    expect(belongsToLog(transactionRecord({ metyId: 1, tranSource: 7 }), choice)).toBe(false);
  }
});
