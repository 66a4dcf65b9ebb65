import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient } from './query-client.ts';

/** Answers that are given when the test wants. */
function asked() {
  const answers: ((value: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  return { answers, queryFn };
}

const queryKey = ['device'];

test('what has changed while it was fetched for the first time is fetched once more', async () => {
  const cache = createQueryClient();
  const { answers, queryFn } = asked();
  const stop = new QueryObserver(cache, { queryKey, queryFn }).subscribe(() => undefined);
  const changed = cache.invalidateQueries({ queryKey });
  answers[0]?.('before the change');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('after it');
  await changed;
  expect(cache.getQueryData(queryKey)).toBe('after it');
  expect(answers).toHaveLength(2);
  stop();
});

test('what nobody looks at is fetched when somebody does, although it was on its way when it changed', async () => {
  const cache = createQueryClient();
  const { answers, queryFn } = asked();
  const first = cache.fetchQuery({ queryKey, queryFn });
  const changed = cache.invalidateQueries({ queryKey });
  answers[0]?.('before the change');
  await Promise.all([first, changed]);
  const stop = new QueryObserver(cache, { queryKey, queryFn }).subscribe(() => undefined);
  expect(answers).toHaveLength(2);
  stop();
});

test('what fails the first time fails the change with nothing', async () => {
  const cache = createQueryClient();
  const first = cache.fetchQuery({ queryKey, queryFn: () => Promise.reject(new Error('no')) });
  const changed = cache.invalidateQueries({ queryKey });
  await expect(first).rejects.toThrow('no');
  await expect(changed).resolves.toBeUndefined();
});
