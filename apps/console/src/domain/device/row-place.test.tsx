import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { transactionRecord } from '../../testing/records.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { RowPlace } from './row-place.tsx';

const asked: string[] = [];
let answers: object[];
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return answer === undefined ? new Response('{}', { status: 500 }) : Response.json(answer);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const placed = { deviId: 7, posType: 0, posLati: 62.4722, posLong: 6.1549, addressLookupDone: false };
const show = (fields: Parameters<typeof transactionRecord>[0]) =>
  renderPart(
    <p>
      <RowPlace row={transactionRecord(fields)} none="ukjent" />
    </p>,
  );
const shown = () => screen.getByRole('paragraph').textContent;

it('[D4.078 D4.079] shows coordinates while the address is looked up, then the address with a part in each line', async () => {
  answers = [
    { address: '', done: false },
    { address: 'Storgata 1, 6002 ÅLESUND', done: true },
  ];
  show(placed);
  expect(shown()).toBe('62.47220, 6.15490');
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(shown()).toBe('Storgata 1\n6002 ÅLESUND');
  expect(screen.getByTitle('62.47220, 6.15490')).toBeDefined();
  expect(asked).toHaveLength(2);
  expect(asked[0]).toContain('/ajax/devices/7/geocode?lat=62.4722&lng=6.1549');
});

it.each([
  ['finds nothing', [{ address: '', done: true }]],
  ['fails', []],
])('[D4.080] keeps the coordinates, without a message, when the lookup %s', async (_what, given) => {
  answers = given;
  show(placed);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(shown()).toBe('62.47220, 6.15490');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(asked).toHaveLength(1);
});

it('asks ever less often, and then no more, while no service answers', async () => {
  answers = [{ address: '', done: false }];
  show(placed);
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(asked.length).toBeLessThan(7);
  await act(() => vi.advanceTimersByTimeAsync(900_000));
  expect(asked).toHaveLength(15);
});

it('asks nothing of a row that came with its address, and none for a row without one', async () => {
  answers = [];
  const { unmount } = show({
    ...placed,
    place: 'Stua',
    address: '<b>Lia</b> 7, 6003 Ålesund',
    addressLookupDone: true,
  });
  expect(shown()).toBe('Stua\n<b>Lia</b> 7\n6003 Ålesund');
  unmount();
  show({ ...placed, posType: 7, address: '', addressLookupDone: true });
  expect(shown()).toBe('62.47220, 6.15490');
  expect(asked).toEqual([]);
});

it('shows what stands for no place', () => {
  answers = [];
  show({ ...placed, posLati: null, posLong: null });
  expect(shown()).toBe('ukjent');
  expect(asked).toEqual([]);
});
