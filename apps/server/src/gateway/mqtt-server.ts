import { createServer } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { BrokerProtocol } from '@varde/protocols/protocol';
import { WorkShares } from '#platform/limits/work-shares.ts';
import { contestListener } from './contest-listener.ts';
import { GatewayCore } from './gateway-core.ts';
import { IdentityClaims } from './identity-claims.ts';
import { IdentitySecrets } from './identity-secrets.ts';
import { KeptUplinks } from './kept-uplinks.ts';
import { LatePackets } from './late-packets.ts';
import { listen, portOf } from './listen.ts';
import type { MqttConnection, MqttConnectionHost } from './mqtt-connection.ts';
import { MqttConnections } from './mqtt-connections.ts';
import { MqttLogins } from './mqtt-logins.ts';
import type { GatewayOptions, GatewayServer } from './stream-server.ts';
import { within } from './within.ts';

export interface MqttServerOptions extends GatewayOptions {
  /** Certificate and key; undefined: the port has no TLS. */
  secureContext?: SecureContext | undefined;
}

const holdMs = 100;
const publicationsInARow = 10;
const retryMs = 1000;
const idleCheckMs = 5000;
const contestCheckMs = 1000;
const lastWritesMs = 1000;

/**
 * Serves devices over MQTT with a broker in the process: the broker speaks MQTT, `GatewayCore` and `Conversation` decide
 * as for every other transport. A publication is acknowledged when it is durable.
 */
export function createMqttServer(protocol: BrokerProtocol<unknown>, options: MqttServerOptions): GatewayServer {
  const core = new GatewayCore(protocol.id, options);
  const { clock, limits, log } = core;
  const kept = new KeptUplinks(core.publisher, limits, log);
  const claims = new IdentityClaims(contestListener<unknown>(protocol.id));
  const secrets = new IdentitySecrets(options.bus, core);
  const share = { perSecond: limits.strangersWorkPerSecond, atOnce: limits.strangersWorkAtOnce };
  const reading = new WorkShares(share, core.turns, () => clock.monotonic());
  const served = { held: new Set<MqttConnection>(), ofDevice: new Map<string, Set<MqttConnection>>() };
  const late = new LatePackets();
  const host: MqttConnectionHost = { protocol, core, kept, claims, secrets, reading, late, ...served };
  const connections = new MqttConnections(host, new MqttLogins(core, secrets), options.secureContext);
  const listening = { noDelay: true, keepAlive: false, pauseOnConnect: true };
  const server = createServer(listening, (socket) => connections.accept(socket));
  let timers: NodeJS.Timeout[] = [];

  options.bus.onDownlink((downlink) => {
    if (downlink.gatewayId !== core.gatewayId) return;
    if (downlink.protocol === protocol.id) claims.only(downlink.identity)?.send(downlink);
  });
  options.bus.onIdentityChanged((name) => {
    if (name.protocol !== protocol.id) return;
    secrets.forget(name.identity);
    connections.sendAway(name.identity);
  });

  return {
    name: `gateway ${protocol.id}`,
    port: () => portOf(server),
    start: async () => {
      await connections.listen();
      await listen(server, options);
      // In rounds: no connection waits for all messages of another.
      const tryHeld = () => {
        let turn = [...host.held];
        while (turn.length > 0) turn = turn.filter((connection) => connection.proceed(publicationsInARow));
      };
      timers = [
        setInterval(tryHeld, holdMs),
        setInterval(() => void kept.retryAll(), retryMs),
        setInterval(() => claims.check(clock.monotonic()), contestCheckMs),
        setInterval(() => connections.closeIdle(), idleCheckMs),
      ];
      for (const timer of timers) timer.unref();
    },
    stop: async () => {
      connections.stopping();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const timer of timers) clearInterval(timer);
      core.turns.stop();
      secrets.stop();
      host.held.clear(); // unprocessed messages stay with the device
      await core.drained();
      await within(lastWritesMs, connections.close());
      connections.destroyAll();
      await closed;
      await core.drained(); // publishes their disconnection
      await within(limits.drainSeconds * 1000, kept.stop());
    },
  };
}
