/**
 * Which command each identity was offered on its connection; `name` as `textOfName` gives it. In memory: one that is
 * forgotten is offered again, and one process takes all uplinks of a device.
 */
export interface Offers {
  /** The command that is on its way to the gateway, so that it is not offered twice. */
  of(name: string): Offer | null;
  offer(name: string, offer: Offer): void;
  /** The gateway has said what became of it, or the connection is gone. */
  settled(name: string): void;
}

export interface Offer {
  commandId: number;
  /** What was offered on another connection got lost with it. */
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
