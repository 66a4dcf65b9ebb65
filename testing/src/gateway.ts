import type { Uplink, UplinkVerdict } from '@varde/contract/events';
import { buildFrame } from '@varde/protocols/eview/index';
import type { StreamProtocol } from '@varde/protocols/protocol';
import type { GatewayLimits } from '@varde/server/gateway/gateway-limits';
import { createStreamServer, type GatewayServer } from '@varde/server/gateway/stream-server';
import { type Bus, createInProcessBus } from '@varde/server/platform/bus/bus';
import { createLog } from '@varde/server/platform/log/log';
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
  dial(port: number): Promise<DeviceSocket>;
  close(): Promise<void>;
}

/** Gateways on real sockets, with the test in the role of processing. */
export function createTestGateway(): TestGateway {
  const devices: DeviceSocket[] = [];
  const gateway: TestGateway = {
    bus: createInProcessBus(),
    clock: createManualClock(),
    uplinks: [],
    kinds: () => gateway.uplinks.map(({ kind }) => kind),
    judge: async ({ kind }) => (kind === 'message' ? 'stored' : 'recorded'),
    servers: [],
    serve: async (protocol, limits = {}) => {
      const { bus, clock } = gateway;
      const log = createLog({ level: 'silent' });
      const given = { drainSeconds: 1, ...limits };
      const server = createStreamServer(protocol, {
        gatewayId: 'test',
        bus,
        clock,
        log,
        port: 0,
        limits: given,
      });
      gateway.servers.push(server);
      await server.start();
      return server.port();
    },
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
  gateway.bus.onUplink((uplink) => {
    gateway.uplinks.push(uplink);
    return gateway.judge(uplink);
  });
  return gateway;
}

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
