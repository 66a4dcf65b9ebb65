import { AppError } from '../../platform/app-error.ts';

export interface Gate {
  /** Runs the work when there is room; throws `tooManyRequests` when too many wait already. */
  pass<T>(work: () => Promise<T>): Promise<T>;
}

/** At most `width` pieces of work at a time, at most `waiting` in the queue before it. */
export function createGate({ width, waiting }: { width: number; waiting: number }): Gate {
  let inside = 0;
  const queue: (() => void)[] = [];
  const enter = async () => {
    if (inside < width) {
      inside += 1;
      return;
    }
    if (queue.length >= waiting) throw new AppError('tooManyRequests');
    await new Promise<void>((resolve) => queue.push(resolve)); // the one who leaves hands over the place
  };
  const leave = () => {
    const next = queue.shift();
    if (next === undefined) inside -= 1;
    else next();
  };
  return {
    pass: async (work) => {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
