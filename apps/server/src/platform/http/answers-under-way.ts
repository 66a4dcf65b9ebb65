import type { ServerResponse } from 'node:http';
import { AppError } from '../app-error.ts';

interface Limits {
  /** Of all of them together. */
  bytes: number;
  /** An answer that is not taken by then is cut off, milliseconds. */
  longestMs: number;
}

/** Answers that are held in memory until strangers have taken them: whoever reads slowly, or not at all, fills no memory. */
export class AnswersUnderWay {
  readonly #limits: Limits;
  #bytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Counts an answer until it is taken. Throws `tooManyCalls` when there is no room. */
  begin(answer: ServerResponse, bytes: number): void {
    if (answer.destroyed) return; // its reader has gone
    if (this.#bytes + bytes > this.#limits.bytes) throw new AppError('tooManyCalls');
    this.#bytes += bytes;
    let isCounted = true;
    const end = () => {
      clearTimeout(overdue);
      if (isCounted) this.#bytes -= bytes;
      isCounted = false;
    };
    const overdue = setTimeout(() => {
      answer.destroy();
      end();
    }, this.#limits.longestMs).unref();
    answer.once('close', end);
  }
}
