import type { AddressInfo, Server } from 'node:net';

/** Begins to listen. Rejects when the port cannot be opened. */
export function listen(server: Server, { port, host = '::' }: { port: number; host?: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, resolve);
  });
}

/** The port that it listens on; 0 before that. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo | null)?.port ?? 0;
}
