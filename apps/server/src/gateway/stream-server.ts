import { createServer } from 'node:net';
import type { StreamProtocol } from '@varde/protocols/protocol';
import type { Service } from '#platform/service.ts';
import { contestListener } from './contest-listener.ts';
import { type CoreOptions, GatewayCore } from './gateway-core.ts';
import { IdentityClaims } from './identity-claims.ts';
import { IdentitySecrets } from './identity-secrets.ts';
import { KeptUplinks } from './kept-uplinks.ts';
import { listen, portOf } from './listen.ts';
import type { StreamConnectionHost } from './stream-connection.ts';
import { StreamConnections } from './stream-connections.ts';
import { within } from './within.ts';

export interface GatewayOptions extends CoreOptions {
  /** 0: any free one. */
  port: number;
  host?: string;
}

export interface GatewayServer extends Service {
  /** The port that it listens on; 0 before `start`. */
  port(): number;
}

/** Interval for retrying held connections and kept uplinks, and for finding silent and rival connections. */
const holdMs = 100;
/** Work of one held connection, before it is the turn of the next. */
const framesInARow = 10;
const retryMs = 1000;
const idleCheckMs = 5000;
const contestCheckMs = 1000;
const incompleteCheckMs = 1000;
/** How long a slow reader may take for its last acknowledgements. */
const lastWritesMs = 1000;

/**
 * Serves one TCP protocol. Rejects on start when the port cannot be opened. Stopping accepts nothing new, waits for
 * commits in progress, acknowledges them and closes.
 */
export function createStreamServer<State>(protocol: StreamProtocol<State>, options: GatewayOptions): GatewayServer {
  const core = new GatewayCore(protocol.id, options);
  const { clock, limits, log } = core;
  const kept = new KeptUplinks(core.publisher, limits, log);
  const claims = new IdentityClaims(contestListener<State>(protocol.id));
  const secrets = new IdentitySecrets(options.bus, core);
  const shared = { protocol, core, kept, claims, secrets };
  const host: StreamConnectionHost<State> = { ...shared, held: new Set(), incomplete: new Set() };
  const connections = new StreamConnections(host);
  // Keep-alive probes only in a contest: they drain the battery of a watch (protocol notes 2.4). A device may close its
  // side after its last message and still gets the answer.
  const server = createServer({ noDelay: true, keepAlive: false, allowHalfOpen: true }, (socket) => {
    connections.accept(socket);
  });
  let timers: NodeJS.Timeout[] = [];

  options.bus.onDownlink((downlink) => {
    if (downlink.gatewayId !== core.gatewayId) return;
    if (downlink.protocol === protocol.id) claims.only(downlink.identity)?.send(downlink);
  });
  options.bus.onIdentityChanged((name) => {
    if (name.protocol !== protocol.id) return;
    secrets.forget(name.identity);
    for (const { link } of claims.all(name.identity)) link.sendAway(); // the sender must identify itself again
  });

  return {
    name: `gateway ${protocol.id}`,
    port: () => portOf(server),
    start: async () => {
      await listen(server, options);
      // In rounds: no connection waits for all messages of another.
      const tryHeld = () => {
        let turn = [...host.held];
        while (turn.length > 0) turn = turn.filter((session) => session.proceed(framesInARow));
      };
      const giveUpIncomplete = () => {
        for (const session of host.incomplete) session.giveUpIncomplete();
      };
      timers = [
        setInterval(tryHeld, holdMs),
        setInterval(() => void kept.retryAll(), retryMs),
        setInterval(giveUpIncomplete, incompleteCheckMs),
        setInterval(() => claims.check(clock.monotonic()), contestCheckMs),
        setInterval(() => connections.closeIdle(), idleCheckMs),
      ];
      for (const timer of timers) timer.unref();
    },
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const timer of timers) clearInterval(timer);
      core.turns.stop();
      secrets.stop();
      host.held.clear(); // unprocessed messages stay with the device
      connections.each((socket) => socket.pause());
      await core.drained();
      connections.each((socket) => socket.destroySoon());
      await within(lastWritesMs, connections.gone());
      connections.each((socket) => socket.destroy());
      await Promise.all([closed, connections.gone()]);
      await core.drained(); // publishes their disconnection
      await within(limits.drainSeconds * 1000, kept.stop());
    },
  };
}
