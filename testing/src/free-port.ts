import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { protocols } from '@varde/catalogue/protocols';
import { portVariable } from '@varde/server/config';

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Configuration in which a server listens on any free port, for browsers and for each protocol. */
export const anyPorts: Readonly<Record<string, string>> = Object.fromEntries(
  ['VARDE_HTTP_PORT', ...protocols.map(({ key }) => portVariable(key))].map((variable) => [variable, '0']),
);
