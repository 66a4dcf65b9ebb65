import type { Uplink, UplinkVerdict } from '@varde/contract/events';
import { buildFrame } from '@varde/protocols/eview/index';
import { mqtt } from '@varde/protocols/open/index';
import type { StreamProtocol } from '@varde/protocols/protocol';
import type { GatewayLimits } from '@varde/server/gateway/gateway-limits';
import { createMqttServer, type MqttServerOptions } from '@varde/server/gateway/mqtt-server';
import { createStreamServer, type GatewayServer } from '@varde/server/gateway/stream-server';
import { type Bus, createInProcessBus } from '@varde/server/platform/bus/bus';
import { createLog } from '@varde/server/platform/log/log';
import { hashOfToken } from '@varde/server/platform/secrets/tokens';
import { DeviceSocket } from './device-socket.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

export interface TestGateway {
  bus: Bus;
  clock: ManualClock;
  /** Everything published, oldest first. */
  uplinks: Uplink[];
  kinds(): Uplink['kind'][];
  /** The answer of processing; tests replace it. */
  judge(uplink: Uplink): Promise<UplinkVerdict>;
  servers: GatewayServer[];
  /** Listens as the product does and returns the port. */
  serve<S>(protocol: StreamProtocol<S>, limits?: Partial<GatewayLimits>): Promise<number>;
  /** The same for devices over MQTT, of which each has `tokenOf` its identity. */
  serveMqtt(options?: Pick<MqttServerOptions, 'limits' | 'secureContext'>): Promise<number>;
  dial(port: number): Promise<DeviceSocket>;
  close(): Promise<void>;
}

/** Gateways on real sockets, with the test in the role of processing. */
export function createTestGateway(): TestGateway {
  const devices: DeviceSocket[] = [];
  const start = async (server: GatewayServer): Promise<number> => {
    gateway.servers.push(server);
    await server.start();
    return server.port();
  };
  const common = () => {
    const { bus, clock } = gateway;
    return { gatewayId: 'test', bus, clock, log: createLog({ level: 'silent' }), port: 0 };
  };
  const gateway: TestGateway = {
    bus: createInProcessBus(),
    clock: createManualClock(),
    uplinks: [],
    kinds: () => gateway.uplinks.map(({ kind }) => kind),
    judge: async ({ kind }) => (kind === 'message' ? 'stored' : 'recorded'),
    servers: [],
    serve: (protocol, limits = {}) =>
      start(createStreamServer(protocol, { ...common(), limits: { drainSeconds: 1, ...limits } })),
    serveMqtt: ({ limits, ...options } = {}) =>
      start(createMqttServer(mqtt, { ...common(), ...options, limits: { drainSeconds: 1, ...limits } })),
    dial: async (port) => {
      const device = await DeviceSocket.connect(port);
      devices.push(device);
      return device;
    },
    close: async () => {
      for (const device of devices) device.socket.destroy();
      await Promise.all(gateway.servers.map((server) => server.stop()));
    },
  };
  gateway.bus.onSecretsAsked(
    async (_protocol, identities) => new Map(identities.map((name) => [name, hashOfToken(tokenOf(name))])),
  );
  gateway.bus.onUplink((uplink) => {
    gateway.uplinks.push(uplink);
    return gateway.judge(uplink);
  });
  return gateway;
}

/** The token of a device over MQTT. */
export const tokenOf = (identity: string): string => `token of ${identity}`;

/** The IMEI of the sender of `eviewPress`. */
export const eviewIdentity = '861234567890123';

/** A pendant's SOS, which wants an acknowledgement. */
export function eviewPress(sequence: number, id = eviewIdentity): Buffer {
  const items = [{ type: 'deviceId', id } as const, { type: 'alarm', bits: 0x1000 } as const];
  return Buffer.from(buildFrame({ command: 'data', items }, sequence, true));
}

/** The records in a pendant's memory: this many, a second apart. */
export function eviewBacklog(count: number): Buffer {
  const records = Array.from({ length: count }, (_, second) => ({
    type: 'status' as const,
    time: 1_780_000_000 + second,
    bits: 0,
  }));
  const items = [{ type: 'deviceId', id: eviewIdentity } as const, ...records];
  return Buffer.from(buildFrame({ command: 'data', items }, 0, true));
}

export function eviewAck(sequence: number): Buffer {
  return Buffer.from(buildFrame({ command: 'response', code: 0 }, sequence));
}

/** A whole frame of a watch around its content. */
export function watchFrame(content: string, id = '8800000015'): string {
  return `[3G*${id}*${content.length.toString(16).padStart(4, '0').toUpperCase()}*${content}]`;
}
