import { lengthOf, pointAlong } from '../streets/street-walk.ts';
import { streetsAround } from '../streets/streets.ts';
import type { CreateBehaviour } from './behaviour.ts';

const metresPerStep = 0.6;

/** Walks a street of its town to and fro and reports its position every 5 to 10 seconds. */
export const walks: CreateBehaviour = ({ random, home }) => {
  const near = streetsAround(home);
  const line = near[random.below(near.length)] ?? [home];
  const metresPerSecond = random.between(0.8, 1.5);
  let metres = random.between(0, 2 * lengthOf(line));
  let before: number | null = null;

  return {
    firstWait: random.between(500, 5_000),
    step(now) {
      const walked = before === null ? 0 : (metresPerSecond * (now - before)) / 1000;
      before = now;
      metres += walked;
      const { place, course } = pointAlong(line, metres);
      return {
        actions: [
          {
            type: 'move',
            place,
            course,
            speed: metresPerSecond * 3.6,
            steps: Math.round(walked / metresPerStep),
          },
          { type: 'say', kind: 'position' },
        ],
        wait: random.between(5_000, 10_000),
      };
    },
  };
};
