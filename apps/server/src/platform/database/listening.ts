import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import { processLabel } from '../log/process-label.ts';
import { keepAlive, openSession, productionSession, type SessionTiming } from './session-connection.ts';

export interface Listener {
  channel: string;
  onNotification(payload: string): void;
  /** It is listened again after the connection was lost: notifications may have been missed. */
  onMissed(): void;
  /** An attempt to listen again has failed. */
  onFailed(error: unknown): void;
}

/** Milliseconds. */
export interface ListenerTiming extends SessionTiming {
  /** Between attempts to listen again: doubled up to the longest. */
  firstRetryMs: number;
  longestRetryMs: number;
}
const productionTiming: ListenerTiming = { ...productionSession, firstRetryMs: 100, longestRetryMs: 5000 };

/** Listens no more. */
export type StopListening = () => Promise<void>;

/**
 * Listens to a channel of PostgreSQL on a connection of its own, which is renewed when it is lost. Rejects when
 * PostgreSQL does not answer at first.
 */
export async function listenTo(
  url: string,
  { channel, onNotification, onMissed, onFailed }: Listener,
  timing: ListenerTiming = productionTiming,
): Promise<StopListening> {
  let client: Client | null = null;
  let working: Promise<void> = Promise.resolve();
  const stopping = new AbortController();

  async function listen(): Promise<void> {
    const opened = await openSession(url, `${processLabel()} ${channel}`, timing);
    opened.on('notification', ({ payload = '' }) => onNotification(payload));
    const ended = new Promise<void>((resolve) => opened.once('end', resolve));
    client = opened;
    try {
      await opened.query(`listen ${channel}`);
    } catch (error) {
      await opened.end().catch(ignore);
      throw error;
    }
    keepAlive(opened, timing);
    void ended.then(() => {
      working = listenAgain();
    });
    if (stopping.signal.aborted) await opened.end();
  }

  async function listenAgain(): Promise<void> {
    for (let pauseMs = timing.firstRetryMs; !stopping.signal.aborted; pauseMs *= 2) {
      try {
        await listen();
        if (!stopping.signal.aborted) onMissed();
        return;
      } catch (error) {
        onFailed(error);
        const ms = Math.min(pauseMs, timing.longestRetryMs);
        await setTimeout(ms, undefined, { signal: stopping.signal, ref: false }).catch(ignore);
      }
    }
  }

  await listen();
  return async () => {
    stopping.abort();
    await client?.end().catch(ignore);
    await working;
  };
}

function ignore(): void {
  return;
}
