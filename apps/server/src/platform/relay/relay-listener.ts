import { type BusMessage, busTopics } from '@varde/contract/events';
import type { BusReceiver } from '../bus/bus.ts';
import { type ListenerTiming, listenTo, type StopListening } from '../database/listening.ts';
import type { Log } from '../log/log.ts';
import { metrics } from '../log/metrics.ts';
import type { Service } from '../service.ts';
import { relayChannel, tooLarge } from './relay-bus.ts';
import { MalformedPart, PartJoiner } from './relay-parts.ts';

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
export function createRelayListener({ url, receiver, log, timing }: RelayListenerOptions): Service {
  const joiner = new PartJoiner();
  let stop: StopListening | undefined;

  function take(payload: string): void {
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

  function miss(): void {
    metrics.relayGaps.inc();
    log.warn('messages of other processes may have been missed: consoles catch up');
    receiver.missed();
  }

  return {
    name: 'relay',
    start: async () => {
      const listener = {
        channel: relayChannel,
        onNotification: take,
        onMissed: miss,
        onFailed: (error: unknown) => log.error({ err: error }, 'processes with jobs cannot be heard'),
      };
      stop = await listenTo(url, listener, timing);
    },
    stop: async () => stop?.(),
  };
}

/** What a transaction publishes. */
const relayed: ReadonlySet<string> = new Set(
  Object.keys(busTopics).filter((topic) => topic !== 'uplink' && topic !== 'downlink'),
);
