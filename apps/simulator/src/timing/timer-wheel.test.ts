import { describe, expect, it } from 'vitest';
import { createTimerWheel } from './timer-wheel.ts';

function createTicks() {
  let now = 1_000_000;
  let tick: (() => void) | null = null;
  let started = 0;
  return {
    source: {
      now: () => now,
      every: (_milliseconds: number, run: () => void) => {
        tick = run;
        started++;
        return () => {
          tick = null;
        };
      },
    },
    advance(milliseconds: number) {
      now += milliseconds;
      tick?.();
    },
    isTicking: () => tick !== null,
    started: () => started,
  };
}

describe('timer wheel', () => {
  it('runs a plan once, not before it is due', () => {
    const ticks = createTicks();
    const wheel = createTimerWheel(ticks.source);
    let runs = 0;
    wheel.after(1_000, () => runs++);

    ticks.advance(999);
    expect(runs).toBe(0);
    ticks.advance(51);
    expect(runs).toBe(1);
    ticks.advance(200_000);
    expect(runs).toBe(1);
  });

  it('keeps plans more than one turn ahead', () => {
    const ticks = createTicks();
    const wheel = createTimerWheel(ticks.source);
    let ranAt = 0;
    const start = wheel.now();
    wheel.after(180_000, () => {
      ranAt = wheel.now() - start;
    });
    for (let i = 0; i < 4_000 && ranAt === 0; i++) ticks.advance(50);
    expect(ranAt).toBe(180_000);
  });

  it('runs plans that became due while the process was suspended', () => {
    const ticks = createTicks();
    const wheel = createTimerWheel(ticks.source);
    const ran: string[] = [];
    wheel.after(1_000, () => ran.push('soon'));
    wheel.after(70_000, () => ran.push('later'));
    ticks.advance(3_600_000);
    expect(ran.sort()).toEqual(['later', 'soon']);
  });

  it('drops a cancelled plan, and stops while nothing is planned', () => {
    const ticks = createTicks();
    const wheel = createTimerWheel(ticks.source);
    let runs = 0;
    const cancel = wheel.after(100, () => runs++);
    cancel();
    cancel();
    expect(ticks.isTicking()).toBe(false);
    wheel.after(100, () => wheel.after(100, () => runs++));
    ticks.advance(200);
    ticks.advance(200);
    expect(runs).toBe(1);
    expect(ticks.isTicking()).toBe(false);
  });

  it('ticks once for any number of plans', () => {
    const ticks = createTicks();
    const wheel = createTimerWheel(ticks.source);
    for (let i = 0; i < 5_000; i++) wheel.after(60_000 + i, () => undefined);
    expect(ticks.started()).toBe(1);
  });
});
