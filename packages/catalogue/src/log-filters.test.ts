import { expect, it } from 'vitest';
import { hardwareById, hardwareList } from './hardware/index.ts';
import {
  type LogFilter,
  logFilterKeys,
  logFiltersOf,
  passesFilters,
  routineTypes,
  typesOfFilters,
} from './log-filters.ts';

const of = (metyId: number, subtypes: number[] = [], tranSource = 3) => ({ metyId, subtypes, tranSource });

it('the values of the filter of log and map', () => {
  expect(logFilterKeys).toEqual([
    ...['ALARM', 'GEOFENCE', 'OUT_OF_BATTERY', 'BATTERY', 'SELFCHECK', 'OFFLINE', 'TECHNICAL', 'STATIC', 'UNKNOWN'],
  ]);
});

it('[D5.064 D5.065] home units offer five of them, all others seven', () => {
  for (const hardware of hardwareList)
    expect(logFiltersOf(hardware), hardware.key).toEqual(
      [13, 22, 26, 32, 33].includes(hardware.dehaId)
        ? ['ALARM', 'BATTERY', 'SELFCHECK', 'OFFLINE', 'TECHNICAL']
        : ['ALARM', 'GEOFENCE', 'OUT_OF_BATTERY', 'BATTERY', 'SELFCHECK', 'OFFLINE', 'TECHNICAL'],
    );
  expect(hardwareById(13)?.family).toBe('home');
});

it.each<[number, LogFilter]>([
  ...[1, 3, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 33].map((type): [number, LogFilter] => [type, 'ALARM']),
  ...[12, 102, 103].map((type): [number, LogFilter] => [type, 'GEOFENCE']),
  [10, 'OUT_OF_BATTERY'],
  ...[6, 111, 112].map((type): [number, LogFilter] => [type, 'BATTERY']),
  ...[45, 46].map((type): [number, LogFilter] => [type, 'SELFCHECK']),
  ...[7, 63, 115].map((type): [number, LogFilter] => [type, 'OFFLINE']),
  ...[37, 38, 120].map((type): [number, LogFilter] => [type, 'TECHNICAL']),
  [199, 'UNKNOWN'],
])('message type %i passes %s alone, and everything passes without a filter', (type, filter) => {
  expect(logFilterKeys.filter((key) => passesFilters(of(type), [key]))).toEqual([filter]);
  expect(passesFilters(of(5, [5, type]), [filter])).toBe(true);
  expect(passesFilters(of(type), [])).toBe(true);
  expect(passesFilters(of(5), [filter])).toBe(false);
});

it('an alarm of the historical source passes as no alarm, and as what else it is [D4.070]', () => {
  for (const filter of ['ALARM', 'BATTERY'] as const) expect(passesFilters(of(1, [1, 6]), [filter])).toBe(true);
  expect(passesFilters(of(1, [1, 6], 7), ['ALARM'])).toBe(false);
  expect(passesFilters(of(1, [1, 6], 7), ['ALARM', 'BATTERY'])).toBe(true);
});

it('no filter asks for the messages of which a log has most', () => {
  expect(typesOfFilters(logFilterKeys).filter((type) => routineTypes.includes(type))).toEqual([]);
});
