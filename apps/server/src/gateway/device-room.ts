/** A connection that uses a slot. */
export interface Occupant {
  /** Closes the connection without a reply, to free its slot. */
  sendAway(): void;
}

/**
 * Limits the connections of all device ports of the process, which share its open files. When
 * no slot is left, the oldest connection without a registered device is closed, on any port.
 */
export class DeviceRoom {
  /** Connections on which no registered device has spoken, the oldest first. */
  readonly strangers = new Set<Occupant>();
  readonly #most: number;
  #taken = 0;
  /** Connections that are being closed to free their slot. */
  readonly #leaving = new Set<Occupant>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a slot for a new connection. False: registered devices use all of them. */
  take(): boolean {
    if (this.#taken - this.#leaving.size >= this.#most && !this.#sendStrangerAway()) return false;
    this.#taken += 1;
    return true;
  }

  /** Frees the slot of a closed connection. */
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
