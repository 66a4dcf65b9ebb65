import { allUpTopics } from '@varde/protocols/open/index';
import type { BrokerProtocol } from '@varde/protocols/protocol';
import type { MqttClient } from 'mqtt';
import { BrokerDevices, type BrokerHost } from './broker-devices.ts';
import { firstReconnectMs, watchSession } from './broker-session.ts';
import { contestListener } from './contest-listener.ts';
import { type CoreOptions, GatewayCore } from './gateway-core.ts';
import { IdentityClaims } from './identity-claims.ts';
import { IdentitySecrets } from './identity-secrets.ts';
import { KeptUplinks } from './kept-uplinks.ts';
import { MinuteReport } from './minute-report.ts';
import type { GatewayServer } from './stream-server.ts';
import { within } from './within.ts';

export interface MqttClientOptions extends CoreOptions {
  /** URL of the broker, with user name and password. */
  broker: string;
}

/**
 * A burst of one device, in milliseconds of processor time: some thousands of messages, which a device that was out of
 * reach may have kept.
 */
const workAtOnce = 1000;
/** All devices come from the one address of the broker: its share is not that of some devices in a loop. */
const brokerLimits = { workAtOnce, addressWorkPerSecond: 1000, addressWorkAtOnce: 2000, alarmsWorkPerSecond: 30 };
const holdMs = 100;
const retryMs = 1000;
const restMs = 5000;
const lastWritesMs = 1000;

/**
 * Serves devices over MQTT that are connected to a broker elsewhere: Varde is one of its clients, with a session that the
 * broker keeps, and listens to the topics of all devices. The broker proves who a device is.
 */
export function createMqttClient(protocol: BrokerProtocol<unknown>, options: MqttClientOptions): GatewayServer {
  const core = new GatewayCore(protocol.id, { ...options, limits: { ...brokerLimits, ...options.limits } });
  const { log, limits, clock, gatewayId } = core;
  const kept = new KeptUplinks(core.publisher, limits, log);
  const claims = new IdentityClaims(contestListener<unknown>(protocol.id));
  const secrets = new IdentitySecrets(options.bus, core);
  const host: BrokerHost = { protocol, core, kept, claims, secrets };
  const faults = new MinuteReport(log, protocol.id, 'the broker of devices cannot be used');
  const address = new URL(options.broker).host;
  let client: MqttClient | null = null;
  let devices: BrokerDevices | null = null;
  let timers: NodeJS.Timeout[] = [];

  options.bus.onDownlink((downlink) => {
    if (downlink.gatewayId !== gatewayId) return;
    if (downlink.protocol === protocol.id) claims.only(downlink.identity)?.send(downlink);
  });
  options.bus.onIdentityChanged((name) => {
    if (name.protocol !== protocol.id) return;
    secrets.forget(name.identity);
    devices?.changed(name.identity);
  });
  const failed = (error: Error) => {
    log.debug({ err: error, protocol: protocol.id }, 'the broker of devices cannot be used');
    faults.add(address);
    faults.write(clock.monotonic());
  };

  return {
    name: `gateway ${protocol.id}`,
    port: () => 0,
    start: async () => {
      // Only where a broker is configured: the library is large.
      const { connect } = await import('mqtt');
      const opened = connect(options.broker, {
        ...{ clientId: `varde-${gatewayId}`, clean: false, protocolVersion: 4 },
        ...{ reconnectPeriod: firstReconnectMs, resubscribe: false },
      });
      const its = new BrokerDevices(host, opened, address);
      [client, devices] = [opened, its];
      opened.handleMessage = (packet, callback) => its.take(packet, callback);
      watchSession(opened, core, address);
      opened.on('error', failed);
      opened.on('connect', () => {
        log.info({ broker: address, protocol: protocol.id }, 'connected to the broker of devices');
        opened.subscribeAsync([...allUpTopics], { qos: 1 }).catch(failed);
      });
      opened.on('close', () => failed(new Error('closed')));
      timers = [
        setInterval(() => its.proceed(), holdMs),
        setInterval(() => void kept.retryAll(), retryMs),
        setInterval(() => core.rest(), restMs),
      ];
      for (const timer of timers) timer.unref();
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      core.turns.stop();
      secrets.stop();
      await core.drained();
      // The broker keeps the session, and what devices send meanwhile.
      if (client !== null) await within(lastWritesMs, client.endAsync());
      client?.end(true);
      devices?.endAll();
      await core.drained();
      await within(limits.drainSeconds * 1000, kept.stop());
    },
  };
}
