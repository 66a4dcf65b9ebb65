import type { MqttClient } from 'mqtt';
import { metrics } from '#platform/log/metrics.ts';
import type { GatewayCore } from './gateway-core.ts';

/** The library waits for at least a moment. */
const atOnceMs = 1;
const laterMs = 2000;

/** How soon the library connects again, first. */
export const firstReconnectMs = laterMs;

/**
 * Watches the session that a broker elsewhere keeps for Varde. When the broker has lost it, what devices have sent since is
 * lost too, and acknowledged to them: nobody else can tell. A connection that has lasted is made again at once, so that less
 * is lost, and one that breaks all the time after a pause.
 */
export function watchSession(client: MqttClient, core: GatewayCore, broker: string): void {
  const { log, protocol } = core;
  let isKnown = false;
  let lasting: NodeJS.Timeout | undefined;
  client.on('connect', ({ sessionPresent }) => {
    lasting = setTimeout(() => {
      client.options.reconnectPeriod = atOnceMs;
    }, laterMs).unref();
    const isLost = isKnown && !sessionPresent;
    if (!isKnown && !sessionPresent)
      log.warn({ broker, protocol }, 'the broker of devices has no session for Varde: right only the first time');
    isKnown = true;
    if (!isLost) return;
    metrics.brokerSessionsLost.inc({ protocol });
    log.error(
      { broker, protocol },
      'the broker of devices has lost the session of Varde: what devices sent meanwhile is lost, alarms too; set its persistence',
    );
    const raw = () => Buffer.from(`CONNECT ${broker}: no session`);
    void core.malformed.record(core.origin('', broker), { reason: 'sessionLost', identity: null, raw });
  });
  client.on('close', () => {
    clearTimeout(lasting);
    client.options.reconnectPeriod = laterMs;
  });
}
