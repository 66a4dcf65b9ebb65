/**
 * Which connection each identity speaks on, and which command it was offered there; `name` as `textOfName` gives it. In
 * memory, since it is only true of live connections: one process takes all uplinks of a device.
 */
export interface Connections {
  current(name: string): string | null;
  /** The command that is on its way to the gateway on the current connection, so that it is not offered twice. */
  offered(name: string): Offer | null;
  connected(name: string, connectionId: string): void;
  disconnected(name: string): void;
  offer(name: string, offer: Offer): void;
  settled(name: string): void;
}

export interface Offer {
  commandId: number;
  /** By the monotonic clock. */
  at: number;
}

export function createConnections(): Connections {
  const current = new Map<string, string>();
  const offers = new Map<string, Offer>();
  return {
    current: (name) => current.get(name) ?? null,
    offered: (name) => offers.get(name) ?? null,
    connected: (name, connectionId) => {
      if (current.get(name) === connectionId) return;
      current.set(name, connectionId);
      offers.delete(name); // what was offered on the connection before got lost with it
    },
    disconnected: (name) => {
      current.delete(name);
      offers.delete(name);
    },
    offer: (name, offer) => offers.set(name, offer),
    settled: (name) => offers.delete(name),
  };
}
