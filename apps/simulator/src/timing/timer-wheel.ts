import type { Clock } from './clock.ts';

const tickMilliseconds = 50;
const slotCount = 1024;

interface Planned {
  dueTick: number;
  run: () => void;
}

/** The inputs of a wheel: a monotonic time, and an interval that calls on every tick until it is stopped. */
export interface TickSource {
  now(): number;
  every(milliseconds: number, tick: () => void): () => void;
}

const systemTicks: TickSource = {
  now: () => performance.timeOrigin + performance.now(),
  every: (milliseconds, tick) => {
    const timer = setInterval(tick, milliseconds);
    return () => clearInterval(timer);
  },
};

/**
 * One timer for any number of plans (hashed timing wheel, Varghese and Lauck 1987): thousands of idle devices cost one
 * interval. Precise to 50 ms, never early. The interval is stopped while nothing is planned.
 */
export function createTimerWheel(source: TickSource = systemTicks): Clock {
  const slots: Set<Planned>[] = Array.from({ length: slotCount }, () => new Set());
  let planned = 0;
  let stop: (() => void) | null = null;
  let reached = 0;

  const currentTick = () => Math.floor(source.now() / tickMilliseconds);

  const remove = (entry: Planned) => {
    if (!slots[entry.dueTick % slotCount]?.delete(entry)) return;
    planned--;
    if (planned === 0) {
      stop?.();
      stop = null;
    }
  };

  const runDue = (tick: number) => {
    for (const entry of slots[tick % slotCount] ?? []) {
      if (entry.dueTick > tick) continue;
      remove(entry);
      entry.run();
    }
  };

  const advance = () => {
    const until = currentTick();
    // After a pause longer than one turn (a suspended laptop) one whole turn finds all due plans.
    if (until - reached > slotCount) reached = until - slotCount;
    while (reached < until && planned > 0) runDue(++reached);
    reached = until;
  };

  return {
    now: () => Math.floor(source.now()),
    after(milliseconds, run) {
      if (stop === null) {
        reached = currentTick();
        stop = source.every(tickMilliseconds, advance);
      }
      const dueTick = Math.max(reached + 1, Math.ceil((source.now() + Math.max(0, milliseconds)) / tickMilliseconds));
      const entry = { dueTick, run };
      slots[dueTick % slotCount]?.add(entry);
      planned++;
      return () => remove(entry);
    },
  };
}

/** The wheel that every device of this process shares. */
export const sharedClock: Clock = createTimerWheel();
