/** A connection that takes a place. */
export interface Occupant {
  /** Makes room: the connection is closed, with nothing said. */
  sendAway(): void;
}

/**
 * How many connections the device ports of the process hold together: all of them open files of the same process. When
 * there is no room left, the oldest connection of a stranger goes, whichever port it is on.
 */
export class DeviceRoom {
  /** Connections on which no registered device has spoken, the oldest first. */
  readonly strangers = new Set<Occupant>();
  readonly #most: number;
  #taken = 0;
  /** Those that had to make room and are not closed yet. */
  readonly #leaving = new Set<Occupant>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a place for a new connection. False: registered devices have all of them. */
  take(): boolean {
    if (this.#taken - this.#leaving.size >= this.#most && !this.#sendStrangerAway()) return false;
    this.#taken += 1;
    return true;
  }

  /** Gives the place of a closed connection back. */
  giveBack(connection: Occupant): void {
    this.#taken -= 1;
    this.#leaving.delete(connection);
    this.strangers.delete(connection);
  }

  #sendStrangerAway(): boolean {
    const [oldest] = this.strangers;
    if (oldest === undefined) return false;
    this.strangers.delete(oldest);
    this.#leaving.add(oldest);
    oldest.sendAway();
    return true;
  }
}
