import { shifted } from '../streets/place.ts';
import type { CreateBehaviour } from './behaviour.ts';

/** Farther than any fence that people draw around a home. */
const farMetres = 600;
const metresPerSecond = 1.2;
const metresPerStep = 0.6;
const reportMs = 10_000;
/** Out there, before the way back. */
const stayMs = 120_000;
const wayMs = (farMetres / metresPerSecond) * 1000;

/** Leaves home now and then, straight away from it, stays there for two minutes, and comes back. Reports on the way. */
export const wandersOff: CreateBehaviour = ({ random, home, alarms }) => {
  const angle = random.between(0, 2 * Math.PI);
  let left: number | null = null;
  let before = 0;

  return {
    firstWait: random.between(1_000, 20_000),
    step(now) {
      left ??= now + alarms.first;
      if (now - left > 2 * wayMs + stayMs) left += Math.max(alarms.every, 2 * wayMs + stayMs);
      const metres = metresFromHome(now - left);
      const walked = metres - before;
      before = metres;
      const place = shifted(home, metres * Math.cos(angle), metres * Math.sin(angle));
      const speed = walked === 0 ? 0 : metresPerSecond * 3.6;
      const course = ((angle * 180) / Math.PI + (walked < 0 ? 180 : 0)) % 360;
      return {
        actions: [
          { type: 'move', place, course, speed, steps: Math.round(Math.abs(walked) / metresPerStep) },
          { type: 'say', kind: 'position' },
        ],
        wait: reportMs,
      };
    },
  };
};

/** By the time since leaving; before it at home. */
function metresFromHome(since: number): number {
  const out = Math.min(since, wayMs);
  const back = Math.max(0, since - wayMs - stayMs);
  return Math.max(0, ((out - back) / 1000) * metresPerSecond);
}
