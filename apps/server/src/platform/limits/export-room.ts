import { addAbortSignal, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { AppError } from '../app-error.ts';

export interface ExportLimits {
  /** Exports that run at once, of all users together. */
  total: number;
  /** Exports that draw in a thread of their own at once, of all users together. */
  threads: number;
  /** Exports that run at once of one user. */
  perUser: number;
  /** An export that is not read to its end by then is cut off, milliseconds. */
  longestMs: number;
}

export const exportLimits: ExportLimits = { total: 6, threads: 2, perUser: 2, longestMs: 600_000 };

/** Limits the exports that run at once. The excess is refused and not queued: it would hold the turns of other calls. */
export class ExportRoom {
  readonly #limits: ExportLimits;
  readonly #running = new Map<number, number>();
  #total = 0;
  #threads = 0;

  constructor(limits = exportLimits) {
    this.#limits = limits;
  }

  /** Opens an export and counts it until its stream ends. Throws `tooManyCalls` when there is no room. */
  async begin(userId: number, open: () => Promise<Readable>, threads: 0 | 1 = 0): Promise<Readable> {
    const running = this.#running.get(userId) ?? 0;
    const { perUser, total, threads: most } = this.#limits;
    if (running >= perUser || this.#total >= total || this.#threads + threads > most)
      throw new AppError('tooManyCalls');
    const count = (by: 1 | -1) => {
      this.#threads += by * threads;
      this.#count(userId, by);
    };
    count(1);
    try {
      const stream = await open();
      addAbortSignal(AbortSignal.timeout(this.#limits.longestMs), stream);
      void finished(stream)
        .catch(() => undefined)
        .finally(() => count(-1));
      return stream;
    } catch (error) {
      count(-1);
      throw error;
    }
  }

  #count(userId: number, by: 1 | -1): void {
    const running = (this.#running.get(userId) ?? 0) + by;
    if (running === 0) this.#running.delete(userId);
    else this.#running.set(userId, running);
    this.#total += by;
  }
}
