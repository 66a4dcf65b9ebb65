import type { BusMessage } from '@varde/contract/events';
import { z } from 'zod';

/** PostgreSQL takes notifications of less than 8000 bytes. */
const textBytes = 7900;
/** Parts of one message: 11 MB. */
const mostParts = 2000;
/** Parts that are kept for messages that are not whole yet. */
const mostKept = 2 * mostParts;

const messagesSchema = z.array(z.object({ topic: z.string(), version: z.number(), bodies: z.array(z.unknown()) }));
const partPattern = /^([0-9a-f]{16} \d{1,15}) (\d{1,4})\/(\d{1,4}) ([A-Za-z0-9+/=]+)$/;

/** A text that is no part of a message, or the last part of something else than messages. */
export class MalformedPart extends Error {}

/**
 * Messages as texts, each short enough for a notification. `sender` is 16 hexadecimal digits, `number` is another one
 * for each call. Null: they are too large.
 */
export function partsOf(sender: string, number: number, messages: readonly BusMessage[]): string[] | null {
  const text = Buffer.from(JSON.stringify(messages)).toString('base64');
  const length = textBytes - `${sender} ${number} 0000/0000 `.length;
  const count = Math.ceil(text.length / length);
  if (count > mostParts) return null;
  return Array.from(
    { length: count },
    (_, at) => `${sender} ${number} ${at + 1}/${count} ${text.slice(at * length, (at + 1) * length)}`,
  );
}

/** Puts the parts together again, in whatever order those of several senders come. */
export class PartJoiner {
  readonly #begun = new Map<string, Map<number, string>>();
  #kept = 0;

  /**
   * The messages that this part completes; null: some parts are still to come. Throws `MalformedPart`. Of messages that
   * are never completed the oldest are forgotten.
   */
  add(text: string): BusMessage[] | null {
    const [, key, at = '', of = '', content] = partPattern.exec(text) ?? [];
    const index = Number(at);
    const count = Number(of);
    if (key === undefined || content === undefined || index < 1 || index > count || count > mostParts)
      throw new MalformedPart('it is no part of a message');
    if (count === 1) return messagesIn(content);
    const parts = this.#begun.get(key) ?? new Map<number, string>();
    this.#begun.set(key, parts);
    if (!parts.has(index)) this.#kept += 1;
    parts.set(index, content);
    if (parts.size < count) {
      this.#forgetOldest();
      return null;
    }
    this.#forget(key);
    return messagesIn(
      [...parts]
        .sort(([a], [b]) => a - b)
        .map(([, part]) => part)
        .join(''),
    );
  }

  #forgetOldest(): void {
    const [oldest] = this.#begun.keys();
    if (this.#kept > mostKept && oldest !== undefined) this.#forget(oldest);
  }

  #forget(key: string): void {
    this.#kept -= this.#begun.get(key)?.size ?? 0;
    this.#begun.delete(key);
  }
}

function messagesIn(content: string): BusMessage[] {
  try {
    return messagesSchema.parse(JSON.parse(Buffer.from(content, 'base64').toString('utf8')));
  } catch (cause) {
    throw new MalformedPart('it holds no messages', { cause });
  }
}
