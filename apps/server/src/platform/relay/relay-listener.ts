import { setTimeout } from 'node:timers/promises';
import { type BusMessage, busTopics } from '@varde/contract/events';
import type { Client } from 'pg';
import type { BusReceiver } from '../bus.ts';
import type { Log } from '../log.ts';
import { metrics } from '../metrics.ts';
import { processLabel } from '../process-label.ts';
import type { Service } from '../service.ts';
import { keepAlive, openSession, productionSession, type SessionTiming } from '../session-connection.ts';
import { relayChannel, tooLarge } from './relay-bus.ts';
import { MalformedPart, PartJoiner } from './relay-parts.ts';

/** Milliseconds. */
export interface ListenerTiming extends SessionTiming {
  /** Between attempts to listen again: doubled up to the longest. */
  firstRetryMs: number;
  longestRetryMs: number;
}
const productionTiming: ListenerTiming = { ...productionSession, firstRetryMs: 100, longestRetryMs: 5000 };

export interface RelayListenerOptions {
  url: string;
  receiver: Pick<BusReceiver, 'deliver' | 'missed'>;
  log: Pick<Log, 'error' | 'warn'>;
  timing?: ListenerTiming;
}

/**
 * Takes what processes with jobs alone publish. PostgreSQL keeps nothing for a connection that is lost: when this one
 * listens again it says so (`missed`). Rejects on start when PostgreSQL does not answer.
 */
export function createRelayListener(options: RelayListenerOptions): Service {
  const { url, receiver, log, timing = productionTiming } = options;
  let client: Client | null = null;
  let working: Promise<void> = Promise.resolve();
  const stopping = new AbortController();

  async function listen(): Promise<void> {
    const opened = await openSession(url, `${processLabel()} relay`, timing);
    const joiner = new PartJoiner();
    opened.on('notification', ({ payload = '' }) => take(joiner, payload));
    const ended = new Promise<void>((resolve) => opened.once('end', resolve));
    client = opened;
    try {
      await opened.query(`listen ${relayChannel}`);
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
        if (stopping.signal.aborted) return;
        metrics.relayGaps.inc();
        log.warn('messages of other processes may have been missed: consoles catch up');
        receiver.missed();
        return;
      } catch (error) {
        log.error({ err: error }, 'processes with jobs cannot be heard');
        const ms = Math.min(pauseMs, timing.longestRetryMs);
        await setTimeout(ms, undefined, { signal: stopping.signal, ref: false }).catch(ignore);
      }
    }
  }

  function take(joiner: PartJoiner, payload: string): void {
    try {
      if (payload === tooLarge) receiver.missed();
      else for (const message of joiner.add(payload) ?? []) pass(message);
    } catch (error) {
      // Thrown from here it would end the process, and with it the gateway.
      if (error instanceof MalformedPart) metrics.busRejected.inc({ topic: 'relay', reason: 'shape' });
      log.error({ err: error }, 'a notification of another process was not understood, or not dealt with');
    }
  }

  function pass(message: BusMessage): void {
    if (!relayed.has(message.topic)) throw new MalformedPart('its topic does not come from other processes');
    receiver.deliver(message);
  }

  return {
    name: 'relay',
    start: listen,
    stop: async () => {
      stopping.abort();
      await client?.end().catch(ignore);
      await working;
    },
  };
}

/** What a transaction publishes. */
const relayed: ReadonlySet<string> = new Set(
  Object.keys(busTopics).filter((topic) => topic !== 'uplink' && topic !== 'downlink'),
);

function ignore(): void {
  return;
}
