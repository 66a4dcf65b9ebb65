import type { LiveEvent } from '@varde/contract/events';
import type { LiveTopicName } from '@varde/contract/live';
import { appErrorOf } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { withReach } from '../database/reach.ts';
import type { Slices } from '../limits/slices.ts';
import { TokenBucket } from '../limits/token-bucket.ts';
import type { Log } from '../log/log.ts';
import { metrics } from '../log/metrics.ts';
import { matchDestination } from './destinations.ts';
import { createHeartBeats, type HeartBeats } from './heart-beats.ts';
import { createStompReader, type StompFrame, type StompReader, stompText } from './stomp.ts';
import { type Subscription, startSubscription } from './subscription.ts';
import type { LiveFeed, LiveTopic } from './topic.ts';

/** The socket's interface for a connection. */
export interface LiveSocket {
  send(text: string): void;
  /** Bytes that the peer has not read yet. */
  bufferedAmount(): number;
  close(code: number, reason: string): void;
  /** Closes at once, without a handshake. */
  terminate(): void;
}

/**
 * Close codes of the server. The 4xxx ones are ours: the console goes to the login page, or reconnects. After the
 * others it reconnects, and catches up.
 */
export const closeCodes = {
  refused: 1008,
  serverError: 1011,
  stopping: 1012,
  missed: 1012,
  sessionEnded: 4401,
  rightsChanged: 4403,
} as const;
export type CloseReason = keyof typeof closeCodes;

export type Topics = ReadonlyMap<LiveTopicName, LiveTopic>;

/** The console has four at most: its lists, and one open device. */
const maxSubscriptions = 20;
/**
 * Frames of one socket, including heart-beats: lasting rate, and burst. Each SUBSCRIBE reads from the database that
 * alarms are written to. The burst allows two reconnections with all subscriptions.
 */
const framesPerSecond = 20;
const framesAtOnce = 2 * maxSubscriptions + 10;
/** Bytes received on one socket, including WebSocket's framing. A heart-beat has 7 bytes, a SUBSCRIBE some 100. */
const bytesPerSecond = 4_096;
const bytesAtOnce = 65_536;
/** A browser with more unread bytes than this is dropped; it catches up when it reconnects. */
const maxBufferedBytes = 4_000_000;

export interface LiveConnectionOptions {
  socket: LiveSocket;
  caller: Caller;
  topics: Topics;
  log: Log;
  /** For work of lower priority than alarms. */
  slices: Slices;
  /** Queries the database for a subscription when it is the caller's turn. */
  serve<Result>(work: () => Promise<Result>, aboutAlarms: boolean): Promise<Result>;
}

interface Held {
  topic: LiveTopicName;
  destination: string;
  /** Null while its feed is being opened. */
  subscription: Subscription | null;
}

/**
 * One STOMP session on one socket. A refused frame is answered by ERROR, after which the specification has the server
 * close the connection ("ERROR"): a client must not ask for records that it may not see.
 */
export class LiveConnection {
  readonly #options: LiveConnectionOptions;
  readonly #reader: StompReader;
  readonly #held = new Map<string, Held>();
  readonly #frames = new TokenBucket(framesPerSecond, framesAtOnce, performance.now());
  readonly #bytes = new TokenBucket(bytesPerSecond, bytesAtOnce, performance.now());
  #state: 'new' | 'connected' | 'closed' = 'new';
  #heartBeats: HeartBeats | null = null;
  #messages = 0;

  constructor(options: LiveConnectionOptions) {
    this.#options = options;
    this.#reader = createStompReader({
      frame: (frame) => this.#handle(frame),
      heartBeat: () => this.#spendFrame({}),
      malformed: (headers) => this.#refuse('malformed', headers),
    });
  }

  get userId(): number {
    return this.#options.caller.userId;
  }

  /** Counts all bytes received over the network: pings and parts of messages too. */
  heard(bytes: number): void {
    if (this.#state === 'closed') return;
    const now = performance.now();
    this.#bytes.spend(bytes, now);
    if (!this.#bytes.hasSome(now)) this.#refuse('tooManyBytes', {});
  }

  /** Takes bytes from the socket. Never throws. */
  receive(data: string | Uint8Array): void {
    if (this.#state === 'closed') return;
    this.#heartBeats?.heard();
    this.#reader.read(data);
  }

  /** Offers events to every subscription. */
  take(events: readonly LiveEvent[]): void {
    for (const { subscription } of this.#held.values()) {
      try {
        subscription?.take(events);
      } catch (error) {
        this.#fail(error);
        return;
      }
    }
  }

  close(reason: CloseReason): void {
    if (this.#state === 'closed') return;
    this.ended();
    metrics.liveDropped.inc({ reason });
    this.#options.socket.close(closeCodes[reason], reason);
  }

  /** The socket is gone: releases everything. */
  ended(): void {
    this.#state = 'closed';
    this.#heartBeats?.stop();
    for (const id of [...this.#held.keys()]) this.#forget(id);
  }

  #handle(frame: StompFrame): void {
    if (this.#state === 'closed') return;
    const { command, headers } = frame;
    if (!this.#spendFrame(headers)) return;
    if (this.#state === 'new') {
      if (command === 'CONNECT' || command === 'STOMP') this.#connect(headers);
      else this.#refuse('connectFirst', headers);
      return;
    }
    switch (command) {
      case 'SUBSCRIBE':
        withReach(this.#options.caller.reach, () => this.#subscribe(headers)).catch((error: unknown) =>
          this.#fail(error, headers),
        );
        return;
      case 'UNSUBSCRIBE':
        if (this.#forget(headers.id ?? '')) this.#receipt(headers);
        else this.#refuse('unknownSubscription', headers);
        return;
      case 'DISCONNECT':
        this.#receipt(headers);
        return;
      // Messages are sent in `auto` mode: an acknowledgement is unnecessary, and harmless.
      case 'ACK':
      case 'NACK':
        if (this.#hasSent(headers.id ?? '')) this.#receipt(headers);
        else this.#refuse('unknownMessage', headers);
        return;
      default:
        this.#refuse('unsupported', headers);
    }
  }

  /** False: it exceeded the limit, and the connection is closed. */
  #spendFrame(headers: StompFrame['headers']): boolean {
    const now = performance.now();
    if (this.#state !== 'closed' && this.#frames.hasSome(now)) {
      this.#frames.spend(1, now);
      return true;
    }
    this.#refuse('tooManyFrames', headers);
    return false;
  }

  #connect(headers: StompFrame['headers']): void {
    const versions = (headers['accept-version'] ?? '1.0').split(',').map((version) => version.trim());
    if (!versions.includes('1.2')) {
      this.#refuse('version', { ...headers, version: '1.2' });
      return;
    }
    this.#state = 'connected';
    this.#heartBeats = createHeartBeats(headers['heart-beat'], {
      beat: () => this.#write('\n'),
      silent: () => this.#drop('silent'),
    });
    this.#write(stompText('CONNECTED', { version: '1.2', 'heart-beat': this.#heartBeats.header, server: 'Varde' }));
  }

  async #subscribe(headers: StompFrame['headers']): Promise<void> {
    const { id = '', destination = '', query = '' } = headers;
    const match = matchDestination(destination);
    const { topics, slices, caller } = this.#options;
    const topic = match === null ? undefined : topics.get(match.name);
    const serve = <Result>(work: () => Promise<Result>) => this.#options.serve(work, match?.name === 'alarms');
    const fault = this.#subscriptionFault(id, destination);
    if (fault !== null) {
      this.#refuse(fault, headers);
      return;
    }
    if (match === null || topic === undefined) {
      this.#refuse('notAllowed', headers);
      return;
    }
    const held: Held = { topic: match.name, destination, subscription: null };
    this.#held.set(id, held);
    metrics.liveSubscribers.inc({ topic: match.name });
    const feed: LiveFeed<unknown> | null = await serve(async () =>
      this.#held.get(id) === held ? topic.open(caller, match.params, query) : null,
    );
    if (this.#held.get(id) !== held) return; // unsubscribed or closed in the meantime
    if (feed === null) {
      this.#refuse('notAllowed', headers);
      return;
    }
    this.#receipt(headers);
    held.subscription = startSubscription(feed, {
      first: () => serve(() => feed.first(sinceOf(headers.since))),
      prepare: feed.prepare && (() => serve(async () => feed.prepare?.())),
      send: (message) => this.#message(id, destination, message),
      fail: (error) => this.#fail(error),
      slices,
    });
  }

  #subscriptionFault(id: string, destination: string): string | null {
    if (id === '' || this.#held.has(id)) return 'badSubscription';
    // A second one would double the work for the same messages.
    if ([...this.#held.values()].some((held) => held.destination === destination)) return 'alreadySubscribed';
    return this.#held.size >= maxSubscriptions ? 'tooManySubscriptions' : null;
  }

  #message(subscription: string, destination: string, message: unknown): void {
    this.#messages += 1;
    const headers = {
      subscription,
      destination,
      'message-id': String(this.#messages),
      'content-type': 'application/json',
    };
    this.#write(stompText('MESSAGE', headers, JSON.stringify(message)));
  }

  #receipt({ receipt }: StompFrame['headers']): void {
    if (receipt !== undefined) this.#write(stompText('RECEIPT', { 'receipt-id': receipt }));
  }

  /** `message` is a stable word; the frame names its subscription and receipt. */
  #refuse(message: string, { id, destination, receipt, version }: StompFrame['headers']): void {
    const about = { subscription: id, destination, 'receipt-id': receipt, version };
    const headers: Record<string, string> = { message };
    for (const [name, value] of Object.entries(about)) if (value !== undefined) headers[name] = value;
    this.#write(stompText('ERROR', headers));
    this.close('refused');
  }

  /** False: there is no such subscription. */
  #forget(id: string): boolean {
    const held = this.#held.get(id);
    if (held === undefined) return false;
    this.#held.delete(id);
    held.subscription?.end();
    metrics.liveSubscribers.dec({ topic: held.topic });
    return true;
  }

  /** Messages are numbered from 1. */
  #hasSent(messageId: string): boolean {
    return /^[1-9]\d{0,14}$/.test(messageId) && Number(messageId) <= this.#messages;
  }

  #fail(error: unknown, headers: StompFrame['headers'] = {}): void {
    const known = appErrorOf(error);
    if (known !== null) {
      this.#refuse(known.code, headers);
      return;
    }
    this.#options.log.error({ err: error }, 'a live subscription failed');
    this.close('serverError');
  }

  #write(text: string): void {
    if (this.#state === 'closed') return;
    if (this.#options.socket.bufferedAmount() > maxBufferedBytes) this.#drop('slow');
    else this.#options.socket.send(text);
  }

  #drop(reason: 'slow' | 'silent'): void {
    this.ended();
    metrics.liveDropped.inc({ reason });
    this.#options.socket.terminate();
  }
}

/** The revision that the subscriber already has; a value that is not a number has no effect. */
const sinceOf = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;
