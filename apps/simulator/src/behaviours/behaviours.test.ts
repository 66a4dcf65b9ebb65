import { describe, expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { metresBetween } from '../streets/place.ts';
import type { Action, Behaviour } from './behaviour.ts';
import { behaviourNames, createBehaviours } from './index.ts';
import { losesSignal } from './loses-signal.ts';
import { pressesSos } from './presses-sos.ts';
import { runsOutOfBattery } from './runs-out-of-battery.ts';
import { sendsBacklog } from './sends-backlog.ts';
import { walks } from './walks.ts';
import { wandersOff } from './wanders-off.ts';

const home = { lat: 67.2835, lng: 14.38 };
const given = (seed: number) => ({
  random: createRandom(seed),
  home,
  alarms: { first: 30_000, every: 180_000 },
});

/** The steps of a behaviour in this many milliseconds, with the time of each. */
function live(behaviour: Behaviour, milliseconds: number): { at: number; actions: Action[] }[] {
  const steps: { at: number; actions: Action[] }[] = [];
  for (let at = behaviour.firstWait; at < milliseconds; ) {
    const { actions, wait } = behaviour.step(at);
    steps.push({ at, actions });
    at += wait;
  }
  return steps;
}

describe('behaviours', () => {
  it('repeat exactly with the same seed', () => {
    for (const name of behaviourNames) {
      const twice = [1, 2].map(() => createBehaviours(name, given(7)).map((one) => live(one, 900_000)));
      expect(twice[0], name).toEqual(twice[1]);
    }
  });

  it('differ from seed to seed', () => {
    expect(live(walks(given(1)), 60_000)).not.toEqual(live(walks(given(2)), 60_000));
  });

  it('walk at walking pace and report every 5 to 10 seconds', () => {
    const steps = live(walks(given(3)), 600_000);
    const moves = steps.flatMap(({ at, actions }) =>
      actions.flatMap((action) => (action.type === 'move' ? [{ at, place: action.place }] : [])),
    );
    expect(moves.length).toBeGreaterThan(60);
    moves.slice(1).forEach((move, i) => {
      const before = moves[i] ?? move;
      const seconds = (move.at - before.at) / 1000;
      expect(seconds).toBeGreaterThanOrEqual(5);
      expect(seconds).toBeLessThanOrEqual(10);
      expect(metresBetween(before.place, move.place) / seconds).toBeLessThan(1.6);
    });
  });

  it('press the button in their turn', () => {
    expect(live(pressesSos(given(1)), 400_000).map(({ at }) => at)).toEqual([30_000, 210_000, 390_000]);
  });

  it('wander off at walking pace, farther than a fence around home, and come back', () => {
    const metres = live(wandersOff(given(8)), 1_400_000).flatMap(({ at, actions }) =>
      actions.flatMap((action) => (action.type === 'move' ? [{ at, away: metresBetween(home, action.place) }] : [])),
    );
    metres.slice(1).forEach(({ away }, i) => {
      expect(Math.abs(away - (metres[i]?.away ?? 0))).toBeLessThan(13);
    });
    expect(metres[0]?.away).toBe(0);
    expect(Math.max(...metres.map(({ away }) => away))).toBeGreaterThan(590);
    const firstOut = metres.findIndex(({ away }) => away > 500);
    expect(metres.slice(firstOut).some(({ away }) => away === 0)).toBe(true);
  });

  it('warn once before the battery is flat, switch off, and come back charged', () => {
    const actions = live(runsOutOfBattery(given(4)), 1_200_000).flatMap((step) => step.actions);
    const words = actions.map((action) => (action.type === 'say' ? action.kind : action.type));
    const order = words.filter((word) => word !== 'battery' && word !== 'position');
    expect(order.slice(0, 4)).toEqual(['lowBattery', 'powerOff', 'switchOff', 'switchOn']);
    const levels = actions.flatMap((action) => (action.type === 'battery' ? [action.level] : []));
    expect(Math.min(...levels)).toBe(2);
    expect(levels).toContain(100);
  });

  it('leave and enter coverage in turn', () => {
    const types = live(losesSignal(given(5)), 1_800_000).flatMap(({ actions }) => actions.map(({ type }) => type));
    expect(types.length).toBeGreaterThan(3);
    types.forEach((type, i) => {
      expect(type).toBe(i % 2 === 0 ? 'leaveCoverage' : 'enterCoverage');
    });
  });

  it('send a backlog of past positions, the oldest first', () => {
    const [step] = live(sendsBacklog(given(6)), 100_000);
    const [action] = step?.actions ?? [];
    if (step === undefined || action?.type !== 'backlog') throw new Error('no backlog');
    const times = action.moments.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(Math.max(...times)).toBeLessThan(step.at);
  });
});
