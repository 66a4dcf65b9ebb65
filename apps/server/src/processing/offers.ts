/**
 * The command offered to each identity on its connection; `name` as `textOfName` returns it. In memory: a forgotten
 * offer is made again, and one process handles all uplinks of a device.
 */
export interface Offers {
  /** The command in flight to the gateway, so that it is not offered twice. */
  of(name: string): Offer | null;
  offer(name: string, offer: Offer): void;
  /** The gateway has reported the outcome, or the connection is gone. */
  settled(name: string): void;
}

export interface Offer {
  commandId: number;
  /** An offer on another connection was lost with it. */
  connectionId: string | null;
  /** By the monotonic clock. */
  at: number;
}

export function createOffers(): Offers {
  const offers = new Map<string, Offer>();
  return {
    of: (name) => offers.get(name) ?? null,
    offer: (name, offer) => offers.set(name, offer),
    settled: (name) => offers.delete(name),
  };
}
