import { addAbortSignal, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { AppError } from './app-error.ts';

export interface ExportLimits {
  /** Exports that run at once, of all users together. */
  total: number;
  /** Exports that run at once of one user. */
  perUser: number;
  /** An export that is not read to its end by then is cut off, milliseconds. */
  longestMs: number;
}

export const exportLimits: ExportLimits = { total: 6, perUser: 2, longestMs: 600_000 };

/** Limits the exports that run at once. The excess is refused and not queued: it would hold the turns of other calls. */
export class ExportRoom {
  readonly #limits: ExportLimits;
  readonly #running = new Map<number, number>();
  #total = 0;

  constructor(limits = exportLimits) {
    this.#limits = limits;
  }

  /** Opens an export and counts it until its stream ends. Throws `tooManyCalls` when there is no room. */
  async begin(userId: number, open: () => Promise<Readable>): Promise<Readable> {
    const running = this.#running.get(userId) ?? 0;
    if (running >= this.#limits.perUser || this.#total >= this.#limits.total)
      throw new AppError('tooManyCalls');
    this.#count(userId, 1);
    try {
      const stream = await open();
      addAbortSignal(AbortSignal.timeout(this.#limits.longestMs), stream);
      void finished(stream)
        .catch(() => undefined)
        .finally(() => this.#count(userId, -1));
      return stream;
    } catch (error) {
      this.#count(userId, -1);
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
