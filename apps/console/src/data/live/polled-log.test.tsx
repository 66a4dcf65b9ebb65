import { QueryClientProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FakeSocket, fakeLiveServer } from '../../testing/fake-live-server.ts';
import { transactionRecord } from '../../testing/records.ts';
import { pagesQuery } from '../api/pages-query.ts';
import { createQueryClient } from '../api/query-client.ts';
import { type LiveChannel, openLiveChannel } from './live-channel.ts';
import { LiveProvider } from './live-context.tsx';
import { usePolledLog } from './polled-log.ts';
import { positionsQuery } from './positions-query.ts';

let channel: LiveChannel;
let sockets: FakeSocket[];
/** The calls of the page, by path and query. */
let asked: string[];
/** The newest transactions of the server, newest first. */
let stored: number[];
beforeEach(() => {
  vi.useFakeTimers();
  sockets = fakeLiveServer();
  channel = openLiveChannel({ origin: 'http://v.example', onSessionEnded: vi.fn(), onRightsChanged: vi.fn() });
  asked = [];
  stored = [2, 1];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const transactions = stored
      .slice(0, 25)
      .map((tranId) => transactionRecord({ tranId, recTs: tranId, posTime: tranId }));
    return Response.json(
      url.includes('positions')
        ? { uuid: 'u', positions: url.includes('uuid') ? null : [] }
        : { transactions, nextCursor: stored.length > 25 ? 'more' : null },
    );
  });
});
afterEach(() => {
  channel.stop();
  vi.useRealTimers();
});

const elapse = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Answers reach the page in a turn of their own. */
const untilShown = () => elapse(5);
const count = (part: string) => asked.filter((url) => url.includes(part)).length;

async function open({ transactions }: { transactions: boolean }) {
  let shown: number[] = [];
  function Page() {
    usePolledLog(1, { transactions });
    useQuery(positionsQuery(1, 10));
    const log = useInfiniteQuery(
      pagesQuery('listTransactions', { params: { deviId: 1 }, query: { transactionCount: 25 } }),
    );
    shown = log.data?.pages.flatMap((page) => page.transactions.map(({ tranId }) => tranId)) ?? [];
    return null;
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LiveProvider channel={channel}>
        <Page />
      </LiveProvider>
    </QueryClientProvider>,
  );
  await elapse(0);
  asked = [];
  return { shown: () => shown };
}

it('[D9.032 D9.033] without the live channel positions and the latest 25 transactions are fetched after 1 s and then every 20 s', async () => {
  const page = await open({ transactions: true });
  await elapse(999);
  expect(asked).toEqual([]);
  stored = [3, 2, 1];
  await elapse(1);
  expect(asked.toSorted()).toEqual([
    '/ajax/devices/1/positions?count=10&uuid=u',
    '/ajax/devices/1/transactions?transactionCount=25',
  ]);
  await untilShown();
  expect(page.shown(), 'what is new is added').toEqual([3, 2, 1]);
  await elapse(19_994);
  expect(count('transactions')).toBe(1);
  await elapse(1);
  expect([count('transactions'), count('positions')]).toEqual([2, 2]);
  await elapse(60_000);
  expect([count('transactions'), count('positions')]).toEqual([5, 5]);
});

it('nothing is fetched while the channel brings it, and again from when it is lost', async () => {
  await open({ transactions: true });
  act(() => sockets[0]?.accept());
  await elapse(100);
  asked = [];
  await elapse(60_000);
  expect(asked).toEqual([]);
  act(() => sockets.at(-1)?.end(1006));
  await elapse(20_000);
  expect(count('transactions')).toBeGreaterThan(0);
});

it('the positions of users who may not see the log, which no channel brings, are fetched all the time, and their log never', async () => {
  await open({ transactions: false });
  act(() => sockets[0]?.accept());
  await elapse(100);
  asked = [];
  await elapse(21_000);
  expect([count('positions'), count('transactions')]).toEqual([2, 0]);
});

it('a log that has missed more than it fetches is fetched anew, so that no row is left out', async () => {
  const page = await open({ transactions: true });
  stored = Array.from({ length: 40 }, (_, index) => 42 - index);
  await elapse(1000);
  await untilShown();
  expect(page.shown()).toEqual(stored.slice(0, 25));
  expect(page.shown()).not.toContain(2);
});
