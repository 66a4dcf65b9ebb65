import { type LinkEnd, linkEnds } from '@varde/catalogue/alarm-receivers';
import { firstRoutes } from '@varde/contract/first-routes';
import type { PinRefusal, SharedAlarm } from '@varde/contract/sharing';
import { useEffect, useRef, useState } from 'react';
import { ApiError, errorCodeOf } from '#data/api/api-error.ts';
import { call, type Input, urlOf } from '#data/api/call.ts';

/** What is known of a shared alarm. Times are Unix milliseconds. */
export type SharedState =
  | { kind: 'loading' | 'over' | 'invalid' | 'unreachable' }
  /** The link gives its receiver nothing any more. */
  | { kind: 'ended'; why: LinkEnd }
  /** `stale`: the latest attempt to fetch it has failed. */
  | { kind: 'shown'; alarm: SharedAlarm; at: number; stale: boolean };

export const pollEveryMs = 10_000;

export type GivenAnswer = Input<'answerAlarm'>['body'];

/** Whether an answer has reached Varde, and why it did not take the alarm though nobody has it. */
export interface SharedAnswer {
  arrived: boolean;
  refused: PinRefusal | null;
}

export type SharedHours = Input<'setSharedHours'>['body']['hours'];

/** What the holder of a link may do. */
export interface SharedLink {
  answer(given: GivenAnswer): Promise<SharedAnswer>;
  /** Of a next of kin, with the PIN of one who has one. */
  setHours(hours: SharedHours, pin?: string): Promise<SharedAnswer>;
  /** Of the wearer's image. */
  imageUrl: string;
}

/**
 * The alarm of a link, fetched again every ten seconds while the page is visible; also when it is over, because its reset
 * may be undone. */
export function useSharedAlarm(token: string): SharedLink & { state: SharedState } {
  const [state, setState] = useState<SharedState>({ kind: 'loading' });
  /** Counts the answers: what was asked for before the latest one is older than its result. */
  const answers = useRef(0);
  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsking = false;
    const ask = async () => {
      if (isAsking || document.visibilityState !== 'visible') return;
      isAsking = true;
      clearTimeout(timer);
      const answered = answers.current;
      const next = await stateAfter(call('getSharedAlarm', { params: { token } }, { signal: abort.signal }));
      isAsking = false;
      if (abort.signal.aborted) return;
      if (answered === answers.current) setState((before) => merged(before, next));
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
  async function ordered(asked: Promise<{ alarm: SharedAlarm | null; refused: PinRefusal | null }>) {
    answers.current += 1;
    let refused: PinRefusal | null = null;
    const next = await stateAfter(
      asked.then((result) => {
        refused = result.refused;
        return result;
      }),
    );
    answers.current += 1;
    return { next, refused };
  }
  async function answer(given: GivenAnswer): Promise<SharedAnswer> {
    const { next, refused } = await ordered(call('answerAlarm', { params: { token }, body: given }));
    setState((before) => merged(before, next));
    return { arrived: next.kind !== 'unreachable', refused };
  }
  async function setHours(hours: SharedHours, pin?: string): Promise<SharedAnswer> {
    const body = { hours, ...(pin !== undefined && { pin }) };
    const { next, refused } = await ordered(call('setSharedHours', { params: { token }, body }));
    // Refused: the right was taken meanwhile, and the page asks again by itself.
    if (next.kind === 'invalid' || next.kind === 'unreachable') return { arrived: false, refused };
    setState((before) => merged(before, next));
    return { arrived: true, refused };
  }
  return { state, answer, setHours, imageUrl: urlOf(firstRoutes.getSharedImage, { params: { token } }) };
}

async function stateAfter(asked: Promise<{ alarm: SharedAlarm | null }>): Promise<SharedState> {
  try {
    const { alarm } = await asked;
    return alarm === null ? { kind: 'over' } : { kind: 'shown', alarm, at: Date.now(), stale: false };
  } catch (error) {
    const code = errorCodeOf(error);
    const reason = error instanceof ApiError && code === 'linkEnded' ? error.fields[0]?.message : undefined;
    const why = linkEnds.find((end) => end === reason);
    if (why !== undefined) return { kind: 'ended', why };
    return { kind: code === 'linkInvalid' ? 'invalid' : 'unreachable' };
  }
}

/** An address stays until the next one is known: a place that comes without one is where its wearer has gone meanwhile. */
function withAddressOf(next: SharedState & { kind: 'shown' }, last: string | null = null): SharedState {
  const { place } = next.alarm;
  return place === null
    ? next
    : { ...next, alarm: { ...next.alarm, place: { ...place, address: place.address ?? last } } };
}

/** Without an answer the page keeps what it knows, and says how old it is. */
function merged(before: SharedState, next: SharedState): SharedState {
  if (next.kind === 'shown' && before.kind === 'shown') return withAddressOf(next, before.alarm.place?.address);
  if (next.kind !== 'unreachable') return next;
  if (before.kind === 'shown') return { ...before, stale: true };
  return before.kind === 'over' ? before : next;
}
