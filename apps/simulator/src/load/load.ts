import type { Place } from '../streets/place.ts';
import type { Clock } from '../timing/clock.ts';
import { sharedClock } from '../timing/timer-wheel.ts';
import { LoadConnection } from './load-connection.ts';
import { type EncodedUplink, encodeUplinks, type Uplink } from './uplink.ts';

export interface LoadOptions {
  host: string;
  port: number;
  /** One EV-07B connection for each; all registered at the server. */
  identities: readonly string[];
  /** The number of messages of each. */
  uplinksEach: number;
  /** Of all connections together. Null: as fast as the server answers. */
  ratePerSecond: number | null;
  /** Limit of unanswered messages of one connection. Default 32. */
  window?: number;
  /** One in this many messages of a connection is an SOS. Default 0: none. */
  sosEvery?: number;
  /**
   * Unix milliseconds of each device's first message, each later one a second younger. Default: so that the last is
   * now.
   */
  firstAt?: number;
  /** Around which place each device goes in a circle. Default: all around one. */
  homeOf?: (identity: string) => Place;
  /** Whether a lost connection reconnects and repeats unanswered messages. Default false. */
  reconnects?: boolean;
  /** Called for each answer, for measuring. */
  onAcknowledged?: (uplink: Uplink) => void;
  clock?: Clock;
}

export interface LoadCounts {
  sent: number;
  resent: number;
  acknowledged: number;
  open: number;
  /** How often a connection was lost. */
  lost: number;
}

const tickMilliseconds = 50;
/** After a pause the rate is not made up for in one burst. */
const longestCatchUpSeconds = 0.5;

/** Sends pre-encoded messages over many connections, and records exactly which ones were answered. */
export class Load {
  readonly #options: LoadOptions;
  readonly #clock: Clock;
  readonly #connections: LoadConnection[];
  readonly #opened = Promise.withResolvers<void>();
  readonly #finished = Promise.withResolvers<void>();
  #isRunning = false;
  #turn = 0;

  constructor(options: LoadOptions) {
    const { identities, uplinksEach, sosEvery = 0, homeOf, clock = sharedClock } = options;
    const firstAt = options.firstAt ?? clock.now() - uplinksEach * 1000;
    this.#options = options;
    this.#clock = clock;
    this.#connections = identities.map((identity) =>
      this.#connection(
        encodeUplinks({ identity, ...(homeOf && { home: homeOf(identity) }), count: uplinksEach, firstAt, sosEvery }),
      ),
    );
  }

  /** Resolves when everything was answered, or nothing more can come: stopped and answered, lost or closed. */
  get finished(): Promise<void> {
    return this.#finished.promise;
  }

  /** Resolves when all connections are open. They stay silent. */
  connect(): Promise<void> {
    for (const connection of this.#connections) connection.connect();
    return this.#opened.promise;
  }

  start(): void {
    this.#isRunning = true;
    for (const connection of this.#connections) this.#fill(connection);
    if (this.#options.ratePerSecond !== null) this.#pace(this.#options.ratePerSecond, this.#clock.now(), 0);
  }

  /** Sends nothing new; messages in flight may still be answered. */
  stop(): void {
    this.#isRunning = false;
    this.#checkFinished();
  }

  close(): void {
    this.#isRunning = false;
    for (const connection of this.#connections) connection.close();
    this.#finished.resolve();
  }

  get counts(): LoadCounts {
    const total = (count: (connection: LoadConnection) => number) =>
      this.#connections.reduce((sum, connection) => sum + count(connection), 0);
    return {
      sent: total(({ sent }) => sent),
      resent: total(({ resent }) => resent),
      acknowledged: total(({ acknowledged }) => acknowledged.length),
      open: total(({ isOpen }) => (isOpen ? 1 : 0)),
      lost: total(({ losses }) => losses),
    };
  }

  /** Exactly the messages that the server answered, in the order of each device. */
  get acknowledged(): Uplink[] {
    return this.#connections.flatMap(({ acknowledged }) => acknowledged);
  }

  /** Sent, and not answered: the server may have stored them or not. */
  get unacknowledged(): Uplink[] {
    return this.#connections.flatMap(({ waiting }) => waiting);
  }

  #connection(uplinks: readonly EncodedUplink[]): LoadConnection {
    const { window = 32, reconnects = false, onAcknowledged } = this.#options;
    const connection: LoadConnection = new LoadConnection({
      endpoint: this.#options,
      clock: this.#clock,
      uplinks,
      window,
      reconnects,
      opened: () => {
        if (this.#connections.every(({ isOpen }) => isOpen)) this.#opened.resolve();
        this.#fill(connection);
      },
      acknowledged: (uplinks) => {
        for (const uplink of uplinks) onAcknowledged?.(uplink);
        this.#fill(connection);
        this.#checkFinished();
      },
      lost: () => this.#checkFinished(),
    });
    return connection;
  }

  /** Without a rate, a connection always has the allowed number in flight. */
  #fill(connection: LoadConnection): void {
    if (this.#isRunning && this.#options.ratePerSecond === null) connection.send(connection.room);
  }

  #pace(ratePerSecond: number, before: number, owed: number): void {
    if (!this.#isRunning) return;
    const now = this.#clock.now();
    const seconds = Math.min(longestCatchUpSeconds, (now - before) / 1000);
    const left = this.#sendInTurns(owed + seconds * ratePerSecond);
    this.#clock.after(tickMilliseconds, () => this.#pace(ratePerSecond, now, left));
  }

  /** One message for each connection in turn. Returns the part of a message that is still owed. */
  #sendInTurns(owed: number): number {
    const connections = this.#connections;
    let count = Math.floor(owed);
    const part = owed - count;
    for (let skipped = 0; count > 0 && skipped < connections.length; this.#turn++) {
      const sent = connections[this.#turn % connections.length]?.send(1) ?? 0;
      count -= sent;
      skipped = sent === 0 ? skipped + 1 : 0;
    }
    return part;
  }

  #checkFinished(): void {
    const isOver = (connection: LoadConnection) =>
      connection.isDone ||
      (!this.#options.reconnects && !connection.isOpen) ||
      (!this.#isRunning && connection.waiting.length === 0);
    if (this.#connections.every(isOver)) this.#finished.resolve();
  }
}
