/** Connections of which packets are kept at once. */
const mostConnections = 1000;

/**
 * Packets that must not be lost of connections that ended before their login was proven. Strangers have such connections too,
 * and while the database is away no login is proven: the oldest are given up.
 */
export class LatePackets {
  readonly #kept = new Map<object, readonly Buffer[]>();

  keep(connection: object, packets: readonly Buffer[]): void {
    if (packets.length === 0) return;
    this.#kept.set(connection, packets);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostConnections && oldest !== undefined) this.#kept.delete(oldest);
  }

  has(connection: object): boolean {
    return this.#kept.has(connection);
  }

  /** Returns them once. */
  take(connection: object): readonly Buffer[] {
    const packets = this.#kept.get(connection) ?? [];
    this.#kept.delete(connection);
    return packets;
  }
}
