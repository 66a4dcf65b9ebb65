import type { SettingValues } from '@varde/catalogue/settings/types';
import type { Action, Behaviour, SignalKind } from '../behaviours/behaviour.ts';
import { createLine, type Line } from '../links/line.ts';
import type { Link, LinkEvents } from '../links/link.ts';
import type { Random } from '../random.ts';
import type { Place } from '../streets/place.ts';
import type { Cancel, Clock } from '../timing/clock.ts';
import { type Body, createBody, measure, observe } from './body.ts';
import type { Driver } from './driver.ts';
import { Memory } from './memory.ts';
import type { Counters, Notice, SentMessage } from './notice.ts';
import { Outbox } from './outbox.ts';
import { isAlarmKind, type Observation, type Order, type Outgoing } from './outgoing.ts';

export interface DeviceParts<Wire, Input> {
  identity: string;
  driver: Driver<Wire, Input>;
  createLink(events: LinkEvents<Input>): Link<Wire>;
  behaviours: readonly Behaviour[];
  home: Place | null;
  random: Random;
  clock: Clock;
  /** Divides the waits of the behaviours; retries and reconnects keep their real pace. */
  speed: number;
  /** Milliseconds until an unanswered message is sent again. */
  retryAfter: number;
}

const maxAttempts = 5;

/** One that waits is enough, and later they are useless. */
const signsOfLife: readonly SignalKind[] = ['heartbeat', 'sensors'];

/**
 * Behaviours move its body and send observations, the driver encodes them, the outbox keeps them until they are
 * answered.
 */
export class Device<Wire, Input> {
  readonly identity: string;
  readonly counters: Counters = {
    connected: 0,
    sent: 0,
    resent: 0,
    acknowledged: 0,
    refused: 0,
    forgotten: 0,
  };
  readonly #parts: DeviceParts<Wire, Input>;
  readonly #body: Body;
  readonly #line: Line<Wire>;
  readonly #outbox: Outbox<Wire>;
  readonly #memory = new Memory();
  readonly #listeners = new Set<(notice: Notice) => void>();
  readonly #plans = new Set<Cancel>();
  #isActive = false;
  #isCovered = true;
  #isOn = true;
  #lastAlarmAt = 0;

  constructor(parts: DeviceParts<Wire, Input>) {
    const { clock, random, retryAfter, createLink } = parts;
    this.#parts = parts;
    this.identity = parts.identity;
    this.#body = createBody(parts.home, random);
    this.#line = createLine<Wire, Input>({
      createLink,
      clock,
      random,
      opened: () => this.#opened(),
      received: (input) => this.#heard(input),
      lost: (reason) => this.#lost(reason),
    });
    this.#outbox = new Outbox<Wire>({
      clock,
      retryAfter,
      maxAttempts,
      send: (message, attempt) => this.#transmit(message, attempt),
      giveUp: () => this.#line.giveUp('unanswered'),
    });
  }

  /** Messages that wait for their answer, the oldest first. */
  get unacknowledged(): SentMessage[] {
    return this.#outbox.waiting.map((message) => this.#described(message));
  }

  get isConnected(): boolean {
    return this.#line.isOpen;
  }

  get settings(): SettingValues {
    return this.#parts.driver.settings();
  }

  change(values: SettingValues): void {
    for (const wire of this.#parts.driver.change?.(values) ?? []) if (this.isConnected) this.#line.write(wire);
  }

  /** Returns a function that stops listening. */
  subscribe(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Switches it on: behaviours begin, and it keeps a connection from now on. Resolves with the first one. */
  connect(): Promise<void> {
    if (!this.#isActive) {
      this.#isActive = true;
      for (const behaviour of this.#parts.behaviours) this.#plan(behaviour, behaviour.firstWait);
    }
    return new Promise((resolve) => {
      const stop = this.subscribe((notice) => {
        if (notice.type !== 'connected') return;
        stop();
        resolve();
      });
      this.#reach();
      if (!this.#line.isOpen) return;
      stop();
      resolve();
    });
  }

  /** Ends everything at once. Unacknowledged messages stay unacknowledged. */
  close(): void {
    this.#isActive = false;
    for (const cancel of this.#plans) cancel();
    this.#plans.clear();
    this.#reach();
  }

  /**
   * Sends an observation now, or keeps it until there is contact again. Null: kept, or the protocol cannot express it.
   */
  say(kind: SignalKind): SentMessage | null {
    if (kind === 'health') measure(this.#body, this.#parts.random);
    const observation = observe(this.#body, kind, this.#momentOf(kind));
    if (!this.#line.isOpen) {
      this.#keep(observation);
      return null;
    }
    return this.#put(this.#parts.driver.say(observation));
  }

  perform(action: Action): void {
    switch (action.type) {
      case 'say':
        if (this.#isOn) this.say(action.kind);
        break;
      case 'move':
        this.#move(action);
        break;
      case 'battery':
        Object.assign(this.#body, { battery: action.level, charging: action.charging });
        break;
      case 'leaveCoverage':
      case 'enterCoverage':
        this.#isCovered = action.type === 'enterCoverage';
        this.#reach();
        break;
      case 'switchOff':
      case 'switchOn':
        this.#isOn = action.type === 'switchOn';
        this.#reach();
        break;
      case 'backlog':
        this.#sayKept(action.moments.map(({ at, place }) => ({ ...observe(this.#body, 'position', at), place })));
        break;
      case 'garbage':
        this.#sendGarbage(action.bytes);
        break;
    }
  }

  #plan(behaviour: Behaviour, wait: number): void {
    const cancel = this.#parts.clock.after(wait / this.#parts.speed, () => {
      this.#plans.delete(cancel);
      const step = behaviour.step(this.#parts.clock.now());
      this.#plan(behaviour, step.wait);
      for (const action of step.actions) this.perform(action);
    });
    this.#plans.add(cancel);
  }

  #reach(): void {
    if (this.#isActive && this.#isCovered && this.#isOn) {
      this.#line.keepUp();
      return;
    }
    const wasOpen = this.#line.isOpen;
    this.#line.end();
    this.#outbox.close();
    if (wasOpen) this.#notify({ type: 'left', why: this.#whyAway() });
  }

  #whyAway(): Extract<Notice, { type: 'left' }>['why'] {
    if (!this.#isActive) return 'closed';
    return this.#isOn ? 'outOfCoverage' : 'switchedOff';
  }

  #opened(): void {
    const { driver, clock } = this.#parts;
    this.counters.connected++;
    driver.reset();
    this.#notify({ type: 'connected' });
    const isGreetingWaiting = this.#outbox.waiting.some(isHeartbeat);
    this.#outbox.open(isGreetingWaiting ? null : driver.greet(observe(this.#body, 'heartbeat', clock.now())));
    this.#sayKept(this.#memory.takeAll());
  }

  #lost(reason: string): void {
    this.#outbox.close();
    this.#notify({ type: 'disconnected', reason });
  }

  #heard(input: Input): void {
    const { orders, replies } = this.#parts.driver.hear(input);
    // A command is confirmed before anything new is sent, as real devices do.
    for (const reply of replies) this.#line.write(reply);
    for (const order of orders) this.#obey(order);
  }

  #obey(order: Order): void {
    switch (order.type) {
      case 'acknowledged':
      case 'refused': {
        const message = this.#outbox.take(order.answer);
        if (message === undefined) break;
        this.counters[order.type]++;
        this.#notify({ type: order.type, message: this.#described(message) });
        break;
      }
      case 'settingsWritten':
        this.#notify({ type: order.type, values: this.settings });
        break;
      case 'locate':
        this.#notify({ type: order.type });
        this.say('position');
        break;
      case 'measure':
        this.#notify({ type: order.type });
        this.say('health');
        break;
      case 'reboot':
      case 'factoryReset':
        this.#notify({ type: order.type });
        this.#line.giveUp('rebooted');
        break;
      case 'message':
        this.#notify(order);
        break;
      case 'unknown':
        this.#notify({ type: 'notUnderstood', text: order.text });
        break;
      default:
        this.#notify({ type: order.type });
    }
  }

  #sayKept(observations: readonly Observation[]): void {
    const historical = observations.map((observation) => ({ ...observation, historical: true }));
    if (!this.#line.isOpen) for (const observation of historical) this.#keep(observation);
    else for (const message of this.#parts.driver.sayAll(historical)) this.#put(message);
  }

  #keep(observation: Observation): void {
    // A sign of life is useless later; the greeting of the next connection is one. Readings have no time on the wire.
    if (signsOfLife.includes(observation.kind) || observation.kind === 'health') return;
    this.counters.forgotten += this.#memory.keep(observation);
    this.#notify({ type: 'kept', kind: observation.kind });
  }

  #put(message: Outgoing<Wire> | null): SentMessage | null {
    if (message === null) return null;
    const { waiting } = this.#outbox;
    // One waiting heartbeat is enough.
    if (isHeartbeat(message) && waiting.some(isHeartbeat)) return null;
    if (this.#memory.isFull(waiting.length) && !isAlarm(message)) {
      this.counters.forgotten++;
      return null;
    }
    this.#outbox.put(message);
    return this.#described(message);
  }

  #transmit(message: Outgoing<Wire>, attempt: number): void {
    this.counters[attempt === 1 ? 'sent' : 'resent']++;
    this.#line.write(message.wire);
    this.#notify({ type: 'sent', message: this.#described(message), attempt });
  }

  #sendGarbage(bytes: Uint8Array): void {
    if (!this.#line.isOpen) return;
    this.#line.writeGarbage(bytes);
    this.#notify({ type: 'garbageSent', bytes: bytes.length });
  }

  #move({ place, speed, course, steps }: Extract<Action, { type: 'move' }>): void {
    Object.assign(this.#body, { place, speed, course, steps: this.#body.steps + steps });
  }

  /** The wire has whole seconds, and without a sequence two alarms in one second would look like one. */
  #momentOf(kind: SignalKind): number {
    const now = this.#parts.clock.now();
    if (!isAlarmKind(kind)) return now;
    this.#lastAlarmAt = Math.max(now, this.#lastAlarmAt + 1000);
    return this.#lastAlarmAt;
  }

  #described({ sequence, records }: Outgoing<Wire>): SentMessage {
    return { identity: this.identity, sequence, records };
  }

  #notify(notice: Notice): void {
    for (const listener of this.#listeners) listener(notice);
  }
}

function isAlarm({ records }: Pick<SentMessage, 'records'>): boolean {
  return records.some(({ kind }) => isAlarmKind(kind));
}

function isHeartbeat({ records }: Pick<SentMessage, 'records'>): boolean {
  const [first, ...more] = records;
  return first !== undefined && more.length === 0 && signsOfLife.includes(first.kind);
}
