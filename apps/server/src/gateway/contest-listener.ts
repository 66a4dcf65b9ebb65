import { metrics } from '#platform/log/metrics.ts';
import type { Conversation } from './conversation.ts';
import type { ContestListener } from './identity-claims.ts';

/** Claims listed in one contest: limits the size of a log entry. */
const maxClaims = 10;
/** TCP keepalive interval. Ten unanswered probes end a dead connection on which no data waits for an acknowledgement. */
const probeMs = 1_000;
/** Keepalive interval during a contest: probes every second would drain the battery of the device. */
const rivalProbeMs = 60_000;

/** Probes, closes and reports several connections with one identity (decision 0008). */
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
