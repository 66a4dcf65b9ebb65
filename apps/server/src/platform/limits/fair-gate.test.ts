import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FairGate, type GateLimits } from './fair-gate.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limits: GateLimits = { width: 3, perKey: 2, waitingPerKey: 3, patienceMs: 10_000 };

/** Work that continues until it is ended, and its outcome. */
function workAt(gate: FairGate) {
  const begun: string[] = [];
  const running: { name: string; end: () => void }[] = [];
  const outcomes: Record<string, string> = {};
  const start = (key: string, name = key) => {
    const work = async () => {
      begun.push(name);
      await new Promise<void>((resolve) => running.push({ name, end: resolve }));
      return name;
    };
    gate.pass(key, work).then(
      () => {
        outcomes[name] = 'done';
      },
      (error: { code?: string; message: string }) => {
        outcomes[name] = error.code ?? error.message;
      },
    );
  };
  const end = async (name: string) => {
    const at = running.findIndex((one) => one.name === name);
    running.splice(at, 1)[0]?.end();
    await settled();
  };
  return { begun, outcomes, start, end };
}
const settled = () => vi.advanceTimersByTimeAsync(0);

test('a limited number of one key runs at a time, the rest waits in order, and each end starts the next', async () => {
  const { begun, outcomes, start, end } = workAt(new FairGate(limits));
  for (const name of ['a1', 'a2', 'a3', 'a4']) start('a', name);
  await settled();
  expect(begun).toEqual(['a1', 'a2']);
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'a3']);
  await end('a1');
  await end('a3');
  await end('a4');
  expect(outcomes).toEqual({ a1: 'done', a2: 'done', a3: 'done', a4: 'done' });
  for (const name of ['b1', 'b2', 'b3']) start('a', name); // filled again
  await settled();
  expect(begun.slice(4)).toEqual(['b1', 'b2']);
});

test('another key is not delayed by a key with waiting work, and keys take turns at the shared limit', async () => {
  const { begun, start, end } = workAt(new FairGate(limits));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) start('a', name);
  start('b', 'b1');
  start('b', 'b2');
  start('c', 'c1');
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  await end('a2');
  await end('b1');
  expect(begun.slice(3)).toEqual(['a3', 'b2', 'c1']);
});

test('work that waits too long is refused, and work that finds the queue full as well, after the same time', async () => {
  const { begun, outcomes, start, end } = workAt(new FairGate(limits));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'tooMany']) start('a', name);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(outcomes).toEqual({});
  await end('a1'); // makes room for one that waits, not for the one that was not queued
  await vi.advanceTimersByTimeAsync(1);
  expect(outcomes).toEqual({ a1: 'done', a4: 'tooManyCalls', a5: 'tooManyCalls', tooMany: 'tooManyCalls' });
  expect(begun).toEqual(['a1', 'a2', 'a3']);
  await end('a2');
  await end('a3');
  start('a', 'a6');
  await settled();
  expect(begun.at(-1)).toBe('a6');
});

test('failed work makes room like successful work', async () => {
  const gate = new FairGate({ ...limits, width: 1 });
  const failing = gate.pass('a', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await gate.pass('b', async () => 'through')).toBe('through');
});

test('a key may start a burst at once and then a rate per second; the excess waits, others do not, and idle time restores the burst', async () => {
  const gate = new FairGate({ ...limits, waitingPerKey: 100, rate: { perSecond: 10, atOnce: 5 } });
  let passed = 0;
  const pass = (key: string) => gate.pass(key, async () => (passed += 1)).catch(() => undefined);
  for (let n = 0; n < 50; n += 1) void pass('a');
  await settled();
  expect(passed).toBe(5);
  expect(await pass('b')).toBe(6);
  await vi.advanceTimersByTimeAsync(1_050);
  expect(passed).toBe(16);
  await vi.advanceTimersByTimeAsync(60_000);
  passed = 0;
  for (let n = 0; n < 50; n += 1) void pass('a');
  await settled();
  expect(passed).toBe(5);
});

test('returned rate may be used again', async () => {
  const gate = new FairGate({ ...limits, rate: { perSecond: 1, atOnce: 2 } });
  let passed = 0;
  for (let n = 0; n < 10; n += 1) {
    await gate.pass('a', async () => (passed += 1));
    gate.refund('a');
  }
  expect(passed).toBe(10);
});

test('what a piece of work cost beyond its place is charged to its key, also before it has begun', async () => {
  const gate = new FairGate({ ...limits, rate: { perSecond: 10, atOnce: 20 } });
  gate.charge('a', 19);
  expect([gate.passNow('a'), gate.passNow('a'), gate.passNow('b')]).toEqual([true, false, true]);
  gate.charge('a', 9);
  let passed = false;
  const waiting = gate.pass('a', async () => {
    passed = true;
  });
  await vi.advanceTimersByTimeAsync(900);
  expect([passed, gate.passNow('a')]).toEqual([false, false]); // in turn
  await vi.advanceTimersByTimeAsync(200);
  await waiting;
  expect(passed).toBe(true);
});

test('idle keys are deleted, and others keep their count', async () => {
  const gate = new FairGate({ ...limits, rate: { perSecond: 1, atOnce: 2 } });
  const work = async () => undefined;
  await gate.pass('spent', work);
  await gate.pass('spent', work);
  for (let n = 0; n < 5_000; n += 1) await gate.pass(`made up ${n}`, work);
  let passed = false;
  const later = gate.pass('spent', async () => {
    passed = true;
  });
  await settled();
  expect(passed).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  await later;
  expect(passed).toBe(true);
});
