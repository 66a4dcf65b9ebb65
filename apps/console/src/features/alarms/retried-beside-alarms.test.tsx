import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyPart } from '#ui/lazy-part.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { RetriedBesideAlarms } from './retried-beside-alarms.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('what cannot be loaded beside the alarms takes no place among them, and comes by itself once it can', async () => {
  let isAway = true;
  const Part = lazyPart(async () => {
    if (isAway) throw new TypeError('no network');
    return () => <p>Utfall</p>;
  }, RetriedBesideAlarms);
  await renderPage(<Part />);
  await pass(60_000);
  expect([screen.queryByRole('alert'), screen.queryByRole('button')]).toEqual([null, null]);
  isAway = false;
  await pass(10_000);
  expect(screen.getByText('Utfall')).toBeDefined();
});
