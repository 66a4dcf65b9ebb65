import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Bearer, SessionHolder, Sessions } from '../http/sessions.ts';
import { createLog } from '../log/log.ts';
import type { CloseReason, LiveConnection } from './connection.ts';
import { createRechecks, type LiveHolder } from './rechecks.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Users 1 and 2 with three connections each; `rights` holds the present rights of each token. */
function watched() {
  const rights = new Map<string, string | null>();
  const asked: string[][] = [];
  const closed: [token: string, reason: CloseReason][] = [];
  const connectionsOf = new Map<number, Map<LiveConnection, LiveHolder>>();
  for (const userId of [1, 2]) {
    const connections = new Map<LiveConnection, LiveHolder>();
    for (const token of ['a', 'b', 'c'].map((letter) => `${userId}${letter}`)) {
      rights.set(token, 'all');
      const connection = {
        close: (reason: CloseReason) => {
          closed.push([token, reason]);
        },
      };
      const holder = { rights: 'all' } as SessionHolder;
      connections.set(connection as LiveConnection, {
        token,
        arrival: { address: '192.0.2.1', roles: null },
        holder,
      });
    }
    connectionsOf.set(userId, connections);
  }
  const resolveAll = async (bearers: readonly Bearer[]) => {
    asked.push(bearers.map(({ token }) => token));
    return bearers.map(({ token }) => {
      const now = rights.get(token) ?? null;
      return now === null ? null : ({ rights: now } as SessionHolder);
    });
  };
  const sessions: Sessions = {
    resolve: async () => null,
    resolveKey: async () => null,
    resolveAll,
    onEnded: () => undefined,
  };
  const none = new Map();
  const rechecks = createRechecks(
    (userId) => connectionsOf.get(userId) ?? none,
    sessions,
    createLog({ level: 'silent' }),
  );
  return { rechecks, rights, asked, closed };
}

test('all connections of a user are checked with one query, and no other user’s', async () => {
  const { rechecks, rights, asked, closed } = watched();
  rights.set('1a', 'less').set('1b', null);
  rechecks.soon(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([['1a', '1b', '1c']]);
  expect(closed).toEqual([
    ['1a', 'rightsChanged'],
    ['1b', 'sessionEnded'],
  ]);
});

test('a right that is toggled endlessly causes one check a second, and the last change is noticed', async () => {
  const { rechecks, rights, asked, closed } = watched();
  for (let n = 0; n < 500; n += 1) {
    rechecks.soon(1);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(asked).toHaveLength(6); // at the first change, and after each second
  rights.set('1c', 'less');
  rechecks.soon(1);
  rechecks.soon(2); // another user is not delayed
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.at(-1)).toEqual(['2a', '2b', '2c']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(closed).toEqual([['1c', 'rightsChanged']]);
  const looks = asked.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(looks);
});

test('all users are checked, one after the other, also when one check fails', async () => {
  const { rechecks, rights, asked, closed } = watched();
  rights.set('2b', null);
  await rechecks.all([1, 7, 2]);
  expect(asked).toEqual([['1a', '1b', '1c'], [], ['2a', '2b', '2c']]);
  expect(closed).toEqual([['2b', 'sessionEnded']]);
});
