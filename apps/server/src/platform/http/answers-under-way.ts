import type { ServerResponse } from 'node:http';

interface Limits {
  /** Of all of them together. */
  bytes: number;
  /** An answer that is not taken by then is cut off, milliseconds. */
  longestMs: number;
}

interface UnderWay {
  bytes: number;
  /** Cuts it off and counts it no more. */
  end(): void;
}

/**
 * Answers that are held in memory until strangers have taken them: slow readers fill no memory, and nobody is refused
 * because of them. When there is no room, the reader with the most bytes gives way, with the oldest of its answers.
 */
export class AnswersUnderWay {
  readonly #limits: Limits;
  /** By reader, oldest first. */
  readonly #readers = new Map<string, Set<UnderWay>>();
  #bytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Counts an answer until it is taken. `reader`: an address. */
  begin(answer: ServerResponse, bytes: number, reader: string): void {
    if (answer.destroyed) return; // its reader has gone
    const own = this.#readers.get(reader) ?? new Set();
    this.#readers.set(reader, own);
    const underWay: UnderWay = {
      bytes,
      end: () => {
        if (!own.delete(underWay)) return;
        clearTimeout(overdue);
        answer.destroy();
        this.#bytes -= bytes;
        if (own.size === 0) this.#readers.delete(reader);
      },
    };
    own.add(underWay);
    this.#bytes += bytes;
    const overdue = setTimeout(underWay.end, this.#limits.longestMs).unref();
    answer.once('close', underWay.end);
    while (this.#bytes > this.#limits.bytes) this.#oldestOfLargest()?.end();
  }

  #oldestOfLargest(): UnderWay | undefined {
    const [largest] = [...this.#readers.values()].sort((a, b) => bytesOf(b) - bytesOf(a));
    return largest?.values().next().value;
  }
}

const bytesOf = (answers: ReadonlySet<UnderWay>): number => [...answers].reduce((sum, { bytes }) => sum + bytes, 0);
