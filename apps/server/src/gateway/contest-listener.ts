import { metrics } from '#platform/metrics.ts';
import type { ContestListener } from './identity-claims.ts';
import type { Session } from './session.ts';

/** Enough to see who it is: somebody who claims a device a hundred times does not fill the log with it. */
const maxClaims = 10;
/** A probe each second, and given up after ten: finds a dead connection on which nothing waits to be acknowledged. */
const probeMs = 1_000;
/** A device that is probed each second for as long as a contest lasts has an empty battery. */
const rivalProbeMs = 60_000;

/** What the gateway does about several connections with one identity (decision 0018). */
export function contestListener<State>(protocol: string): ContestListener<Session<State>> {
  return {
    superseded: ({ socket }, isKnown) => socket.setKeepAlive(true, isKnown ? rivalProbeMs : probeMs),
    silent: ({ socket }) => {
      // What waits to be read by us is no silence.
      if (!socket.isPaused()) socket.destroy();
    },
    known: (identity, sessions) => {
      metrics.identityContests.inc({ protocol });
      for (const { socket } of sessions.slice(0, -1)) socket.setKeepAlive(true, rivalProbeMs);
      const claims = sessions
        .slice(-maxClaims)
        .map(({ connectionId, address }) => ({ connectionId, address }));
      sessions.at(-1)?.tellOfClaims({ kind: 'identityContested', identity, claims });
    },
    settled: (identity, left) => {
      left.socket.setKeepAlive(false);
      left.tellOfClaims({ kind: 'identitySettled', identity });
    },
  };
}
