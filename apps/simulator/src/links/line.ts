import type { Random } from '../random.ts';
import type { Cancel, Clock } from '../timing/clock.ts';
import { backoff } from './backoff.ts';
import type { Link, LinkEvents } from './link.ts';

export interface LineOptions<Wire, Input> {
  createLink(events: LinkEvents<Input>): Link<Wire>;
  clock: Clock;
  random: Random;
  opened(): void;
  received(input: Input): void;
  /** The connection was lost or failed. A retry follows unless the line was ended. Not called after `end()`. */
  lost(reason: string): void;
}

/** A link that reconnects until it is ended. */
export interface Line<Wire> {
  readonly isOpen: boolean;
  keepUp(): void;
  /** Closes the link until `keepUp()`. */
  end(): void;
  write(wire: Wire): void;
  writeGarbage(bytes: Uint8Array): void;
  /** Counts as lost: ends this connection and reconnects. */
  giveUp(reason: string): void;
}

export function createLine<Wire, Input>(options: LineOptions<Wire, Input>): Line<Wire> {
  const { clock, random } = options;
  let state: 'down' | 'opening' | 'open' = 'down';
  let isWanted = false;
  let failures = 0;
  let cancelNext: Cancel | null = null;

  const link = options.createLink({
    opened() {
      state = 'open';
      options.opened();
    },
    received(input) {
      failures = 0;
      options.received(input);
    },
    closed: lose,
  });

  function open(): void {
    cancelNext = null;
    state = 'opening';
    link.open();
  }

  function lose(reason: string): void {
    state = 'down';
    if (isWanted) cancelNext = clock.after(backoff(failures++, random), open);
    options.lost(reason);
  }

  return {
    get isOpen() {
      return state === 'open';
    },
    keepUp() {
      if (isWanted) return;
      isWanted = true;
      open();
    },
    end() {
      isWanted = false;
      cancelNext?.();
      cancelNext = null;
      state = 'down';
      link.drop();
    },
    write: (wire) => link.write(wire),
    writeGarbage: (bytes) => link.writeGarbage(bytes),
    giveUp(reason) {
      link.drop();
      lose(reason);
    },
  };
}
