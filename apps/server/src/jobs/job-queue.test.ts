import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Job } from './job.ts';
import { createJobQueue } from './job-queue.ts';

const job = (name: string): Job => ({ name, everySeconds: 1, run: async () => undefined });
const [mails, hooks] = [job('mails'), job('hooks')];

/** A queue whose runs end when the test says so. */
async function open(...others: Job[]) {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const error = vi.fn();
  const queue = createJobQueue({ error });
  queue.start([mails, hooks, ...others], async ({ name }) => {
    began.push(name);
    await new Promise<void>((resolve) => ends.push(resolve));
  });
  return { queue, began, error, end: (at: number) => ends[at]?.() };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first run of each job begins a second after the start, of what tells of alarms at once', async () => {
  const { began } = await open({ ...job('sms'), tellsAlarms: true });
  await vi.advanceTimersByTimeAsync(999);
  expect(began).toEqual(['sms']);
  await vi.advanceTimersByTimeAsync(1);
  expect(began).toEqual(['sms', 'mails', 'hooks']);
});

test('a job that is queued while it runs runs once more afterwards, however often it was queued', async () => {
  const { queue, began, end } = await open();
  queue.send(mails);
  queue.send(mails);
  queue.send(mails);
  await settle();
  expect(began).toEqual(['mails']);
  end(0);
  await vi.advanceTimersByTimeAsync(99);
  expect(began).toEqual(['mails']); // a storm leaves room for others
  await vi.advanceTimersByTimeAsync(1);
  expect(began).toEqual(['mails', 'mails']);
  end(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(began).toEqual(['mails', 'mails']);
});

test('a run hears that its job was queued again', async () => {
  const { queue } = await open();
  const heard = vi.fn();
  queue.send(mails);
  await settle();
  void queue.sent(mails).then(heard);
  queue.send(hooks);
  await settle();
  expect(heard).not.toHaveBeenCalled();
  queue.send(mails);
  await settle();
  expect(heard).toHaveBeenCalled();
});

test('a job that runs for long delays no other one', async () => {
  const { queue, began } = await open();
  queue.send(mails);
  queue.send(hooks);
  expect(began).toEqual(['mails', 'hooks']);
});

test('a run that hangs is given up after 15 minutes and reported, and the job runs again', async () => {
  const { queue, began, error } = await open();
  queue.send(mails);
  queue.send(mails);
  await vi.advanceTimersByTimeAsync(899_999);
  expect(began.filter((name) => name === 'mails')).toHaveLength(1);
  expect(error).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(101);
  expect(began.filter((name) => name === 'mails')).toHaveLength(2);
  expect(error.mock.calls[0]).toEqual([{ job: 'mails' }, 'a run of a job hangs']);
});

test('a stop waits for what runs, for ten seconds at most, and begins nothing more', async () => {
  const { queue, began, end } = await open();
  queue.send(mails);
  queue.send(mails);
  const stopped = vi.fn();
  void queue.stop().then(stopped);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(stopped).not.toHaveBeenCalled();
  end(0);
  await settle();
  expect(stopped).toHaveBeenCalled();
  queue.send(hooks);
  await vi.advanceTimersByTimeAsync(2000);
  expect(began).toEqual(['mails']);

  const other = await open();
  other.queue.send(mails);
  void other.queue.stop().then(stopped);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stopped).toHaveBeenCalledTimes(2);
});
