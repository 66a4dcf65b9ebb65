/** Work that waits for a place. */
export interface Waiting {
  id: number;
  /** Smaller is more urgent. */
  urgency: number;
  /** Whose it is: customers from the top to its own, then whom it goes to. Those beside each other take turns. */
  path: readonly (string | number)[];
  /** The server that takes it, where there are many; null: there is one. */
  host: string | null;
}

/** Places that work may hold at once. */
export interface Places {
  /** Of a customer at the top with all below it. */
  perCustomer?: number;
  perHost?: number;
}

/** Every so often the place goes to whom has waited longest, however little urgent: urgent work starves no other. */
const everyNth = 4;
/** A host that did not answer so often in a row is paused, for twice as long each time. */
const pausedAfter = 2;
const firstPauseMs = 15_000;
const longestPauseMs = 60_000;
/** With more than this, whose turn was when is forgotten. */
const mostKeys = 50_000;

/**
 * Chooses what of waiting work begins next: the most urgent, in turns of customers and of those whom they tell, and within
 * the places of each; see the decision on turns of messages (`docs/decisions`).
 */
export class FairTurns {
  readonly #now: () => number;
  readonly #places: Required<Places>;
  /** When each key had its latest turn. */
  readonly #latest = new Map<string, number>();
  #turn = 0;
  /** What is on its way, by the customer at the top and by host. */
  readonly #busyCustomers = new Map<string | number, number>();
  readonly #busyHosts = new Map<string, number>();
  /** Hosts that do not answer. */
  readonly #silent = new Map<string, { times: number; until: number }>();

  /** `now`: a monotonic clock's reading, milliseconds. */
  constructor(now: () => number, { perCustomer = Infinity, perHost = Infinity }: Places = {}) {
    this.#now = now;
    this.#places = { perCustomer, perHost };
  }

  /** At most so many of these, in the order in which they shall begin. Of equals the one that is named first. */
  choose<W extends Waiting>(waiting: readonly W[], most: number): W[] {
    const left = new Set(waiting.map((work) => ({ work, keys: keysOf(work) })));
    const chosen: W[] = [];
    const [customers, hosts] = [new Map(this.#busyCustomers), new Map(this.#busyHosts)];
    const hasPlace = ({ path: [top], host }: Waiting): boolean =>
      (top === undefined || (customers.get(top) ?? 0) < this.#places.perCustomer) &&
      (host === null || this.#takes(host, hosts));
    while (chosen.length < most) {
      const isByTurn = (this.#turn + 1) % everyNth === 0;
      let next: Keyed<W> | undefined;
      for (const each of left)
        if (hasPlace(each.work) && (next === undefined || this.#isBefore(each, next, isByTurn))) next = each;
      if (next === undefined) break;
      left.delete(next);
      chosen.push(next.work);
      occupy(next.work, customers, hosts, 1);
      this.#turn += 1;
      if (this.#latest.size > mostKeys) this.#latest.clear();
      for (const key of next.keys) this.#latest.set(key, this.#turn);
    }
    return chosen;
  }

  begin(work: Waiting): void {
    occupy(work, this.#busyCustomers, this.#busyHosts, 1);
  }

  end(work: Waiting): void {
    occupy(work, this.#busyCustomers, this.#busyHosts, -1);
  }

  /** A host has answered, or it has not within the time limit: then it gets one piece of work after each pause. */
  heard(host: string, hasAnswered: boolean): void {
    if (hasAnswered) return void this.#silent.delete(host);
    const times = (this.#silent.get(host)?.times ?? 0) + 1;
    const pauseMs = times < pausedAfter ? 0 : Math.min(firstPauseMs * 2 ** (times - pausedAfter), longestPauseMs);
    this.#silent.set(host, { times, until: this.#now() + pauseMs });
  }

  /** The hosts that take nothing now: what waits for them would only stand before the rest. */
  closedHosts(): string[] {
    return [...new Set([...this.#silent.keys(), ...this.#busyHosts.keys()])].filter(
      (host) => !this.#takes(host, this.#busyHosts),
    );
  }

  #takes(host: string, busy: ReadonlyMap<string, number>): boolean {
    const silent = this.#silent.get(host);
    const isSilent = silent !== undefined && silent.times >= pausedAfter;
    if (isSilent && this.#now() < silent.until) return false;
    return (busy.get(host) ?? 0) < (isSilent ? 1 : this.#places.perHost);
  }

  #isBefore(one: Keyed<Waiting>, other: Keyed<Waiting>, isByTurn: boolean): boolean {
    const urgency = one.work.urgency - other.work.urgency;
    if (urgency !== 0 && !isByTurn) return urgency < 0;
    for (const [depth, key] of one.keys.entries()) {
      const turns = this.#turnOf(key) - this.#turnOf(other.keys[depth] ?? '');
      if (turns !== 0) return turns < 0;
    }
    return urgency < 0;
  }

  #turnOf = (key: string): number => this.#latest.get(key) ?? 0;
}

interface Keyed<W> {
  work: W;
  keys: string[];
}

/** Each part of a path with those above it. */
const keysOf = ({ path }: Waiting): string[] => path.map((_, depth) => path.slice(0, depth + 1).join('/'));

/** Adds to the places that are held by the customer and at the host of some work. */
function occupy(
  { path: [top], host }: Waiting,
  customers: Map<string | number, number>,
  hosts: Map<string, number>,
  by: 1 | -1,
): void {
  if (top !== undefined) add(customers, top, by);
  if (host !== null) add(hosts, host, by);
}

function add<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
