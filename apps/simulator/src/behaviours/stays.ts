import { shifted } from '../streets/place.ts';
import type { CreateBehaviour } from './behaviour.ts';

/** Typical error of a receiver indoors. */
const driftMetres = 6;
/** Between two positions, from chair to kitchen and back. */
const mostSteps = 25;

/** Stays at home and reports its position about once a minute, a few metres wrong as real receivers are. */
export const stays: CreateBehaviour = ({ random, home }) => ({
  firstWait: random.between(1_000, 20_000),
  step: () => ({
    actions: [
      {
        type: 'move',
        place: shifted(home, random.between(-driftMetres, driftMetres), random.between(-driftMetres, driftMetres)),
        speed: 0,
        course: 0,
        steps: random.below(mostSteps),
      },
      { type: 'say', kind: 'position' },
    ],
    wait: random.between(45_000, 75_000),
  }),
});
