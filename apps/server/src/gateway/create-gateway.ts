import type { RequestProtocol, StreamProtocol } from '@varde/protocols/protocol';
import { createRequestServer, type RequestServerOptions } from './request-server.ts';
import { createStreamServer, type GatewayServer } from './stream-server.ts';

/** The gateway of a protocol, by its transport. */
export function createGateway(
  protocol: StreamProtocol<unknown> | RequestProtocol,
  options: RequestServerOptions,
): GatewayServer {
  return protocol.transport === 'stream'
    ? createStreamServer(protocol, options)
    : createRequestServer(protocol, options);
}
