import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { isConflict } from '#platform/database/sql-state.ts';
import { isConfined, isTimeout, mayBePoison } from './failure.ts';

/** As drizzle wraps the driver's errors. */
const wrapped = (cause: Error) => new DrizzleQueryError('select 1', [], cause);
const sqlError = (code: string) => wrapped(Object.assign(new Error('from the database'), { code }));

test.each([
  ['a deadlock', sqlError('40P01'), false],
  ['a lock that another transaction holds', sqlError('55P03'), false],
  ['a value that is out of range', sqlError('22003'), true],
  ['a check that fails', sqlError('23514'), true],
  ['an internal error of the database', sqlError('XX000'), false],
  ['a table that may not be written', sqlError('42501'), false],
  ['a table that does not exist', sqlError('42P01'), true],
  ['a database that may only be read', sqlError('25006'), false],
  ['a login that is refused', sqlError('28P01'), false],
  ['a connection that was lost', sqlError('08006'), false],
  ['a full disk', sqlError('53100'), false],
  ['a database that shuts down', sqlError('57P01'), false],
  ['an error of the file system', sqlError('58030'), false],
  ['a broken pipe, whose code is no SQLSTATE', sqlError('EPIPE'), false],
  ['a code that is no text', wrapped(Object.assign(new Error('odd'), { code: 22003 })), false],
  ['a mistake of ours', new TypeError('undefined is not a function'), true],
  ['a mistake of ours, wrapped', wrapped(new RangeError('too much')), true],
  ['an error that nobody knows', new Error('odd'), false],
  ['what is no error', 'odd', false],
])('%s: one uplink may be at fault: %s', (_, error, expected) => {
  expect(mayBePoison(error)).toBe(expected);
});

test("the database's SQLSTATE counts before the class of the error that wraps it", () => {
  const cause = Object.assign(new Error('full'), { code: '53100' });
  expect(mayBePoison(new TypeError('failed', { cause }))).toBe(false);
});

test.each([
  ['a serialisation failure', sqlError('40001'), true],
  ['a deadlock', sqlError('40P01'), true],
  ['a lock that another transaction holds', sqlError('55P03'), true],
  ['a value that is out of range', sqlError('22003'), false],
  ['a class that only ends so', sqlError('22040'), false],
  ['an error without a code', new Error('odd'), false],
])('%s is a conflict with another transaction: %s', (_, error, expected) => {
  expect(isConflict(error)).toBe(expected);
});

test.each([
  ['a statement that took too long', sqlError('57014'), true],
  ['a statement that waited too long for a lock', sqlError('55P03'), true],
  ['a database that shuts down', sqlError('57P01'), false],
  ['an error without a code', new Error('odd'), false],
])('%s is a timeout: %s', (_, error, expected) => {
  expect(isTimeout(error)).toBe(expected);
});

test.each([
  ['a damaged index', sqlError('XX002'), true],
  ['a table that may not be written', sqlError('42501'), true],
  ['a check that fails', sqlError('23514'), true],
  ['a statement that took too long', sqlError('57014'), true],
  ['a database that may only be read', sqlError('25006'), false],
  ['a full disk', sqlError('53100'), false],
  ['a deadlock', sqlError('40P01'), false],
])('%s costs only the work that failed, where no alarm depends on it: %s', (_, error, expected) => {
  expect(isConfined(error)).toBe(expected);
});
