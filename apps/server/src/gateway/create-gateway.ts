import type { BrokerProtocol, RequestProtocol, StreamProtocol } from '@varde/protocols/protocol';
import { createMqttClient } from './mqtt-client.ts';
import { createMqttServer, type MqttServerOptions } from './mqtt-server.ts';
import { createRequestServer, type RequestServerOptions } from './request-server.ts';
import { createStreamServer, type GatewayServer } from './stream-server.ts';

export interface CreateOptions extends RequestServerOptions, MqttServerOptions {
  /** A broker elsewhere, for devices over MQTT; undefined: the one in this process. */
  broker?: string | undefined;
}

type Protocol = StreamProtocol<unknown> | RequestProtocol | BrokerProtocol<unknown>;

/** The gateway of a protocol, by its transport. */
export function createGateway(protocol: Protocol, options: CreateOptions): GatewayServer {
  switch (protocol.transport) {
    case 'stream':
      return createStreamServer(protocol, options);
    case 'http':
      return createRequestServer(protocol, options);
    case 'mqtt':
      return options.broker === undefined
        ? createMqttServer(protocol, options)
        : createMqttClient(protocol, { ...options, broker: options.broker });
  }
}
