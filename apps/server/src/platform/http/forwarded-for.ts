import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import { TokenBucket } from '../limits/token-bucket.ts';
import type { Log } from '../log/log.ts';
import { forwardedAddress, plainAddress } from '../net/address.ts';

export interface ForwardedForOptions {
  /** Whether the nearest proxy is trusted. */
  trustProxy: boolean;
  clock: Clock;
  log: Log;
}

/** One warning an hour. */
const warningsPerSecond = 1 / 3600;

/**
 * Makes `request.ip` an IP address in every case. Behind a trusted proxy, X-Forwarded-For is reduced to the address in
 * its last entry, without the port; when that entry is no address, the proxy's own address counts. Without a trusted
 * proxy the header is ignored, and an administrator is warned: all browsers then share the proxy's address.
 */
export function readForwardedFor(app: FastifyInstance, { trustProxy, clock, log }: ForwardedForOptions): void {
  const warnings = new TokenBucket(warningsPerSecond, 1, clock.monotonic());
  app.addHook('onRequest', async ({ headers, socket }) => {
    const sent = headers['x-forwarded-for'];
    if (trustProxy) {
      if (sent === undefined) return;
      const address = forwardedAddress(Array.isArray(sent) ? sent.join() : sent);
      headers['x-forwarded-for'] = address ?? plainAddress(socket.remoteAddress);
      return;
    }
    const header = sent === undefined ? 'Forwarded' : 'X-Forwarded-For';
    if ((sent ?? headers.forwarded) === undefined || !warnings.hasSome(clock.monotonic())) return;
    warnings.spend(1, clock.monotonic());
    log.warn(
      { header, peer: plainAddress(socket.remoteAddress) },
      'a request came through a proxy that is not trusted, so all browsers behind it count as one address: set VARDE_TRUST_PROXY=true if the proxy is yours',
    );
  });
}
