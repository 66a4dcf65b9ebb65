import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below the ports that Linux gives to outgoing connections, one of which would take a port before its server does. */
const firstOfAll = 12_000;
const blocks = 200;
const portsInBlock = 100;

let ownBlock: Promise<number> | undefined;
let given = 0;

/**
 * A free port of this machine. Others look for one at the same time, and some minutes may pass before it is listened
 * on: so each process gives ports of a block of its own.
 */
export async function freePort(): Promise<number> {
  ownBlock ??= takeBlock();
  const held = await ownBlock;
  for (let tries = 1; tries < portsInBlock; tries++) {
    const port = held + 1 + (given++ % (portsInBlock - 1));
    const server = await listenOn(port);
    if (server === null) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error(`no free port among ${portsInBlock} from ${held}`);
}

/** A block belongs to the process that listens on its first port, as long as it lives. */
async function takeBlock(): Promise<number> {
  for (let tries = 0; tries < blocks; tries++) {
    const first = firstOfAll + portsInBlock * randomInt(blocks);
    const server = await listenOn(first);
    if (server === null) continue;
    server.unref();
    return first;
  }
  throw new Error('no free block of ports');
}

async function listenOn(port: number): Promise<Server | null> {
  const server = createServer();
  try {
    await once(server.listen(port), 'listening');
    return server;
  } catch {
    return null;
  }
}
