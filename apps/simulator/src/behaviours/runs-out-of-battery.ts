import type { Action, CreateBehaviour } from './behaviour.ts';

const lowLevel = 15;
const emptyLevel = 2;
const drainMilliseconds = 20_000;
const flatMilliseconds = 4 * 60_000;

/**
 * Drains one percent at a time, warns, switches off when it is empty, and comes back fully charged some minutes later.
 */
export const runsOutOfBattery: CreateBehaviour = ({ random }) => {
  let level = 16 + random.below(10);

  return {
    firstWait: random.between(1_000, drainMilliseconds),
    step() {
      if (level <= emptyLevel) {
        level = 100;
        return {
          actions: [
            { type: 'battery', level, charging: true },
            { type: 'switchOn' },
            { type: 'say', kind: 'position' },
          ],
          wait: drainMilliseconds,
        };
      }
      level--;
      const actions: Action[] = [{ type: 'battery', level, charging: false }];
      if (level === lowLevel) actions.push({ type: 'say', kind: 'lowBattery' });
      if (level > emptyLevel) return { actions, wait: drainMilliseconds };
      actions.push({ type: 'say', kind: 'powerOff' }, { type: 'switchOff' });
      return { actions, wait: flatMilliseconds };
    },
  };
};
