import { shifted } from '../streets/place.ts';
import type { CreateBehaviour } from './behaviour.ts';

const momentCount = 24;
const momentMilliseconds = 30_000;

/** Records twelve minutes and sends them all at once, the oldest first. */
export const sendsBacklog: CreateBehaviour = ({ random, home }) => ({
  firstWait: random.between(10_000, 60_000),
  step(now) {
    const moments = Array.from({ length: momentCount }, (_, i) => ({
      at: now - (momentCount - i) * momentMilliseconds,
      place: shifted(home, random.between(-40, 40), random.between(-40, 40)),
    }));
    return { actions: [{ type: 'backlog', moments }], wait: random.between(600_000, 900_000) };
  },
});
