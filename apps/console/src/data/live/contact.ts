import { useQuery } from '@tanstack/react-query';
import { useOwnNow } from '#ui/clock.ts';
import { alarmsQuery } from './alarms-query.ts';
import { pollingMs } from './keep-live.ts';
import type { LiveStatus } from './live-channel.ts';
import { useLiveStatus } from './live-context.tsx';

/**
 * How this page receives changes. `live`: all at once. `polling`: the alarms are fetched periodically. `none`: no
 * changes arrive. `since`: Unix milliseconds.
 */
export type Contact = { state: 'live' } | { state: 'polling' | 'none'; since: number };

/** A shorter disconnection shows no warning, which would only flicker. */
const graceMs = 2000;
/** Maximum age of fetched alarms while polling works. */
const oldestAnswerMs = 2 * pollingMs + 10_000;

interface Signs {
  status: LiveStatus;
  /** Time of the last alarms from the server, live or polled. */
  answeredAt: number;
  now: number;
}

export function contactOf({ status: { state, since }, answeredAt, now }: Signs): Contact {
  if (state === 'connected' || now - since < graceMs) return { state: 'live' };
  if (answeredAt > since && now - answeredAt <= oldestAnswerMs) return { state: 'polling', since };
  return { state: 'none', since: Math.max(since, answeredAt) };
}

export function useContact(): Contact {
  const status = useLiveStatus();
  const { dataUpdatedAt: answeredAt } = useQuery({ ...alarmsQuery, select: selectNothing });
  const now = useOwnNow(1000);
  return contactOf({ status, answeredAt, now });
}

const selectNothing = () => null;
