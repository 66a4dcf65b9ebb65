/** Messages in flight on the former connection arrive within this time after a reconnect. */
const underWayMs = 3_000;
/** Silence after which an older connection is closed: TCP may take 15 minutes to report a dead one. */
const silentMs = 15_000;
/** Time for a device to reconnect after its silent connection was closed. */
const returnMs = 45_000;
/** Silence after which a rival that was known to be alive is closed: longer than devices are usually silent. */
const rivalSilentMs = 600_000;

export interface ContestListener<Connection> {
  /** A newer connection claims the identity of this one. `isKnown`: this one is known to be alive. */
  superseded(older: Connection, isKnown: boolean): void;
  /** An older connection is silent: close it. May be called more than once. */
  silent(older: Connection): void;
  /** Several live connections claim one identity; in the order of their claims. Called once for each contest. */
  known(identity: string, connections: readonly Connection[]): void;
  /** The contest is over; this connection remains. */
  settled(identity: string, left: Connection): void;
}

interface Contest<Connection> {
  /** The other connections with the same claim, oldest first, and since when each is silent while a newer one claims it. */
  older: Map<Connection, number>;
  /** A silent connection was closed: the contest lasts at least until then, in case it reconnects. */
  awaitedUntil: number | null;
  /** They are alive. */
  isKnown: boolean;
}

/**
 * Claims of identities by open connections. Protocols that identify by a number alone cannot distinguish a device that
 * reconnects from another sender with its number: while two connections claim one identity, commands go to neither
 * (decision 0008). Times are readings of the monotonic clock.
 */
export class IdentityClaims<Connection extends object> {
  readonly #listener: ContestListener<Connection>;
  /** Identity → the connection that claimed it last. */
  readonly #newest = new Map<string, Connection>();
  readonly #contests = new Map<string, Contest<Connection>>();

  constructor(listener: ContestListener<Connection>) {
    this.#listener = listener;
  }

  /** The connection sends as this device. */
  claim(identity: string, connection: Connection, now: number): void {
    const newest = this.#newest.get(identity);
    if (newest === connection) return;
    const contest = this.#contests.get(identity);
    const silentSince = contest?.older.get(connection);
    if (contest !== undefined && silentSince !== undefined) {
      if (now - silentSince < underWayMs) return;
      contest.older.set(connection, now);
      this.#makeKnown(identity, contest);
      return;
    }
    this.#newest.set(identity, connection);
    if (newest !== undefined) this.#supersede(identity, newest, now);
  }

  /** The connection has ended, or sends as another device. */
  release(identity: string, connection: Connection): void {
    const isNewest = this.#newest.get(identity) === connection;
    const contest = this.#contests.get(identity);
    const [next] = contest?.older.keys() ?? [];
    if (!isNewest) contest?.older.delete(connection);
    else if (next === undefined) {
      this.#newest.delete(identity);
      this.#contests.delete(identity);
    } else {
      contest?.older.delete(next);
      this.#newest.set(identity, next);
    }
    this.#settleIfOver(identity, null);
  }

  /** Whether another open connection claims the identity, or may come back to it. */
  isContested(identity: string, connection: Connection): boolean {
    const newest = this.#newest.get(identity);
    return newest !== undefined && (newest !== connection || this.#contests.has(identity));
  }

  /** Every connection that claims the identity. */
  all(identity: string): Connection[] {
    const newest = this.#newest.get(identity);
    const older = this.#contests.get(identity)?.older.keys() ?? [];
    return newest === undefined ? [] : [...older, newest];
  }

  /** The connection that commands for this device go to: the only one that claims it, or null. */
  only(identity: string): Connection | null {
    return this.#contests.has(identity) ? null : (this.#newest.get(identity) ?? null);
  }

  /** Closes silent connections and ends contests to which no rival returned. Call it every second. */
  check(now: number): void {
    for (const [identity, contest] of this.#contests) {
      const allowed = contest.isKnown ? rivalSilentMs : silentMs;
      for (const [older, silentSince] of contest.older) {
        if (now - silentSince < allowed) continue;
        contest.awaitedUntil = now + returnMs;
        this.#listener.silent(older);
      }
      this.#settleIfOver(identity, now);
    }
  }

  #supersede(identity: string, older: Connection, now: number): void {
    const contest = this.#contests.get(identity) ?? { older: new Map(), awaitedUntil: null, isKnown: false };
    this.#contests.set(identity, contest);
    contest.older.set(older, now);
    this.#listener.superseded(older, contest.isKnown);
    if (contest.awaitedUntil !== null) this.#makeKnown(identity, contest);
  }

  #makeKnown(identity: string, contest: Contest<Connection>): void {
    const newest = this.#newest.get(identity);
    if (contest.isKnown || newest === undefined) return;
    contest.isKnown = true;
    this.#listener.known(identity, [...contest.older.keys(), newest]);
  }

  /** `now` is null while no awaited reconnection can time out. */
  #settleIfOver(identity: string, now: number | null): void {
    const contest = this.#contests.get(identity);
    const left = this.#newest.get(identity);
    if (contest === undefined || left === undefined || contest.older.size > 0) return;
    if (contest.awaitedUntil !== null && (now === null || now < contest.awaitedUntil)) return;
    this.#contests.delete(identity);
    this.#listener.settled(identity, left);
  }
}
