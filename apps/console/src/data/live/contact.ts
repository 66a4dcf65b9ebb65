import { useQuery } from '@tanstack/react-query';
import { useNow } from '#ui/clock.ts';
import { alarmsQuery } from './alarms-query.ts';
import type { LiveStatus } from './live-channel.ts';
import { pollingMs, useLiveStatus } from './live-context.tsx';

/**
 * How much of what happens reaches this page. `live`: everything, at once. `polling`: the alarms are fetched again and
 * again. `none`: nothing. `since`: Unix milliseconds.
 */
export type Contact = { state: 'live' } | { state: 'polling' | 'none'; since: number };

/** A connection that is away for less than this is not worth a bar that comes and goes. */
const graceMs = 2000;
/** Alarms that were fetched longer ago than this are not being fetched any more. */
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
  const now = useNow(1000);
  return contactOf({ status, answeredAt, now });
}

const selectNothing = () => null;
