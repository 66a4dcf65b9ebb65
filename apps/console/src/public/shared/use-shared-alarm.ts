import type { SharedAlarm } from '@varde/contract/sharing';
import { useEffect, useState } from 'react';
import { errorCodeOf } from '#data/api/api-error.ts';
import { call } from '#data/api/call.ts';

/** What is known of a shared alarm. Times are Unix milliseconds. */
export type SharedState =
  | { kind: 'loading' | 'over' | 'invalid' | 'unreachable' }
  /** `stale`: the latest attempt to fetch it has failed. */
  | { kind: 'shown'; alarm: SharedAlarm; at: number; stale: boolean };

export const pollEveryMs = 10_000;

/**
 * The alarm of a link, fetched again every ten seconds while the page is visible; also when it is over, because its reset
 * may be undone.
 */
export function useSharedAlarm(token: string): SharedState {
  const [state, setState] = useState<SharedState>({ kind: 'loading' });
  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsking = false;
    const ask = async () => {
      if (isAsking || document.visibilityState !== 'visible') return;
      isAsking = true;
      clearTimeout(timer);
      const next = await fetchShared(token, abort.signal);
      isAsking = false;
      if (abort.signal.aborted) return;
      setState((before) => merged(before, next));
      if (next.kind === 'invalid') stop();
      else timer = setTimeout(onTime, pollEveryMs);
    };
    const onTime = () => void ask();
    const stop = () => {
      abort.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onTime);
    };
    document.addEventListener('visibilitychange', onTime);
    void ask();
    return stop;
  }, [token]);
  return state;
}

async function fetchShared(token: string, signal: AbortSignal): Promise<SharedState> {
  try {
    const { alarm } = await call('getSharedAlarm', { params: { token } }, { signal });
    return alarm === null ? { kind: 'over' } : { kind: 'shown', alarm, at: Date.now(), stale: false };
  } catch (error) {
    return { kind: errorCodeOf(error) === 'linkInvalid' ? 'invalid' : 'unreachable' };
  }
}

/** Without an answer the page keeps what it knows, and says how old it is. */
function merged(before: SharedState, next: SharedState): SharedState {
  if (next.kind !== 'unreachable') return next;
  if (before.kind === 'shown') return { ...before, stale: true };
  return before.kind === 'over' ? before : next;
}
