/**
 * Which connection a device speaks on, and which command it was offered there. In memory, since it is only true of
 * live connections: one process takes all uplinks of a device.
 */
export interface Connections {
  current(deviId: number): string | null;
  /** The command that is on its way to the gateway on the current connection, so that it is not offered twice. */
  offered(deviId: number): Offer | null;
  connected(deviId: number, connectionId: string): void;
  disconnected(deviId: number): void;
  offer(deviId: number, offer: Offer): void;
  settled(deviId: number): void;
}

export interface Offer {
  commandId: number;
  /** By the monotonic clock. */
  at: number;
}

export function createConnections(): Connections {
  const current = new Map<number, string>();
  const offers = new Map<number, Offer>();
  return {
    current: (deviId) => current.get(deviId) ?? null,
    offered: (deviId) => offers.get(deviId) ?? null,
    connected: (deviId, connectionId) => {
      if (current.get(deviId) === connectionId) return;
      current.set(deviId, connectionId);
      offers.delete(deviId); // what was offered on the connection before got lost with it
    },
    disconnected: (deviId) => {
      current.delete(deviId);
      offers.delete(deviId);
    },
    offer: (deviId, offer) => offers.set(deviId, offer),
    settled: (deviId) => offers.delete(deviId),
  };
}
