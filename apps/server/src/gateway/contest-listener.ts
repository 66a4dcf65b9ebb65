import { metrics } from '#platform/metrics.ts';
import type { Conversation } from './conversation.ts';
import type { ContestListener } from './identity-claims.ts';

/** Enough to see who it is: somebody who claims a device a hundred times does not fill the log with it. */
const maxClaims = 10;
/** A probe each second, and given up after ten: finds a dead connection on which nothing waits to be acknowledged. */
const probeMs = 1_000;
/** A device that is probed each second for as long as a contest lasts has an empty battery. */
const rivalProbeMs = 60_000;

/** What the gateway does about several connections with one identity (decision 0018). */
export function contestListener<State>(protocol: string): ContestListener<Conversation<State>> {
  return {
    superseded: ({ link }, isKnown) => link.probe(isKnown ? rivalProbeMs : probeMs),
    silent: ({ link }) => link.closeSilent(),
    known: (identity, conversations) => {
      metrics.identityContests.inc({ protocol });
      for (const { link } of conversations.slice(0, -1)) link.probe(rivalProbeMs);
      const claims = conversations
        .slice(-maxClaims)
        .map(({ link: { connectionId, address } }) => ({ connectionId, address }));
      conversations.at(-1)?.publishContest({ kind: 'identityContested', identity, claims });
    },
    settled: (identity, left) => {
      left.link.probe(null);
      left.publishContest({ kind: 'identitySettled', identity });
    },
  };
}
