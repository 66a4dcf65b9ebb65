import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux gives to outgoing connections, one of which would take a port before its server does. */
const range = [12_000, 32_000] as const;
const mostTries = 100;

/** A free port of this machine, at random: others look for one at the same time. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries++) {
    const port = randomInt(...range);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port among ${mostTries}`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
