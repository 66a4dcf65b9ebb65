import { addAbortSignal, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { FairGate, type GateLimits } from './fair-gate.ts';

export interface ExportLimits {
  /** Exports that run at once, of all customers together, and of one. */
  exports: Pick<GateLimits, 'width' | 'perKey'>;
  /** Exports that draw in a thread of their own at once. */
  threads: Pick<GateLimits, 'width' | 'perKey'>;
  /** Exports that run at once of one user. */
  perUser: number;
  /** An export of which nothing is read for this long is cut off, milliseconds. */
  stalledMs: number;
  /** One that is not read to its end by then is cut off as well. */
  longestMs: number;
}

export const exportLimits: ExportLimits = {
  exports: { width: 6, perKey: 4 },
  threads: { width: 2, perKey: 1 },
  perUser: 2,
  stalledMs: 30_000,
  longestMs: 600_000,
};

/** How long an export waits for a place before it is refused, milliseconds. It holds a turn of its user meanwhile. */
const waiting = { waitingPerKey: 20, patienceMs: 45_000 };

/**
 * Limits the exports that run at once. Customers take turns, each with its oldest first, and one that is not read on
 * makes room. More than a user may have are refused.
 */
export class ExportRoom {
  readonly #limits: ExportLimits;
  readonly #exports: FairGate;
  readonly #threads: FairGate;
  readonly #running = new Map<number, number>();

  constructor(limits = exportLimits) {
    this.#limits = limits;
    this.#exports = new FairGate({ ...limits.exports, ...waiting });
    this.#threads = new FairGate({ ...limits.threads, ...waiting });
  }

  /** Opens an export and counts it until its stream ends. Throws `tooManyCalls` when there is no room. */
  async begin(
    { userId, payingCustomer }: Pick<Caller, 'userId' | 'payingCustomer'>,
    open: () => Promise<Readable>,
    threads: 0 | 1 = 0,
  ): Promise<Readable> {
    if ((this.#running.get(userId) ?? 0) >= this.#limits.perUser) throw new AppError('tooManyCalls');
    const customer = payingCustomer === null ? `user ${userId}` : `customer ${payingCustomer}`;
    const leaves = [this.#count(userId)];
    const leave = () => {
      for (const each of leaves) each();
    };
    try {
      if (threads > 0) leaves.push(await this.#threads.enter(customer));
      leaves.push(await this.#exports.enter(customer));
      const stream = await open();
      addAbortSignal(AbortSignal.timeout(this.#limits.longestMs), stream);
      this.#endWhenStalled(stream);
      void finished(stream)
        .catch(() => undefined)
        .finally(leave);
      return stream;
    } catch (error) {
      leave();
      throw error;
    }
  }

  #count(userId: number): () => void {
    this.#running.set(userId, (this.#running.get(userId) ?? 0) + 1);
    return () => {
      const running = (this.#running.get(userId) ?? 0) - 1;
      if (running > 0) this.#running.set(userId, running);
      else this.#running.delete(userId);
    };
  }

  /** A stream asks for more when its reader has taken what there was. Until that comes, nothing is the reader's fault. */
  #endWhenStalled(stream: Readable): void {
    const { stalledMs } = this.#limits;
    const stalled = () => stream.destroy(new Error('nothing of an export was read for too long'));
    let timer = setTimeout(stalled, stalledMs).unref();
    const [read, push] = [stream._read.bind(stream), stream.push.bind(stream)];
    stream._read = (size) => {
      clearTimeout(timer);
      read(size);
    };
    stream.push = (...part) => {
      clearTimeout(timer);
      timer = setTimeout(stalled, stalledMs).unref();
      return push(...part);
    };
    stream.once('close', () => clearTimeout(timer));
  }
}
