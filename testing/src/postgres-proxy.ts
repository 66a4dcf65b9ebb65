import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A proxy between a client and PostgreSQL; `swallow` silences its present connections in both directions. Between
 * `refuse` and `accept` it admits none.
 */
export async function openProxy(target: URL) {
  const silent = new Set<Socket>();
  const open = new Set<Socket>();
  let refusing = false;
  const server = createServer((near) => {
    if (refusing) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('data', (data) => silent.has(from) || to.write(data));
      from.on('error', () => undefined);
      from.on('close', () => silent.has(from) || to.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(target.href);
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    swallow: () => {
      for (const socket of open) silent.add(socket);
    },
    refuse: () => {
      refusing = true;
    },
    accept: () => {
      refusing = false;
    },
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
