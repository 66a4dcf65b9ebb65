import { type HardwareId, hardwareById } from '@varde/catalogue/hardware/index';
import type { ProtocolKey, StreamProtocolKey } from '@varde/catalogue/protocols';
import { settingsFor } from '@varde/catalogue/settings/settings-for';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { protocolModules } from '@varde/protocols/index';
import { settingsOfSomeUnits } from '@varde/protocols/open/settings';
import type { Action, Behaviour, SignalKind } from '../behaviours/behaviour.ts';
import { type BehaviourName, createBehaviours } from '../behaviours/index.ts';
import { createHttpLink } from '../links/http-link.ts';
import { createMqttLink } from '../links/mqtt-link.ts';
import { createTcpLink } from '../links/tcp-link.ts';
import { createRandom } from '../random.ts';
import type { Place } from '../streets/place.ts';
import type { Clock } from '../timing/clock.ts';
import { sharedClock } from '../timing/timer-wheel.ts';
import { Device } from './device.ts';
import type { Driver } from './driver.ts';
import { createEviewDriver } from './eview-driver.ts';
import { HomeUnit } from './home-unit.ts';
import type { Counters, Notice, SentMessage } from './notice.ts';
import { createRequestDriver } from './request-driver.ts';
import { createWatchDriver } from './watch-driver.ts';

export interface VirtualDeviceOptions {
  protocol: ProtocolKey;
  /** The device's own identity: IMEI, ten digits of a watch, id of the app. */
  identity: string;
  host: string;
  port: number;
  /** The device's secret, where its protocol requires one. */
  token?: string;
  /** Its initial position. Null: unknown, and its messages hold no position. */
  home?: Place | null;
  /** Its activity. A name, or behaviours of your own. Default: it only reacts to calls. */
  behaviour?: BehaviourName | readonly Behaviour[];
  /** When behaviours that raise alarms do so, in milliseconds. Default: after 30 s, then every 3 min. */
  alarms?: { first: number; every: number };
  /** Default: the identity, so that every device differs and each is the same again. */
  seed?: number | string;
  /** Factor by which behaviours are sped up. Default 1. */
  speed?: number;
  /** Protocols `http` and `mqtt` only: its hardware, with sensors and settings, and it takes commands about them. */
  homeUnit?: HardwareId;
  /** EV-07B only: it refuses every change of its settings. Default: it accepts them. */
  refusesSettings?: boolean;
  /** Watch only: it has the extension for settings. Default: it has, unlike the real ones of today. */
  extension?: boolean;
  /** Watch only: it hears base stations. Default: it does not. */
  baseStations?: boolean;
  /**
   * EV-07B only: the number of its first message, 1 to 65,535. Default 1. Two devices of one identity that send the same
   * within a second differ by it alone.
   */
  firstSequence?: number;
  /** Milliseconds until an unanswered message is sent again. Default 10 s. */
  retryAfter?: number;
  /** Default: the timer wheel that all devices share. */
  clock?: Clock;
}

export interface VirtualDevice {
  readonly identity: string;
  readonly protocol: ProtocolKey;
  readonly counters: Readonly<Counters>;
  readonly isConnected: boolean;
  /** Messages that wait for their answer, the oldest first. */
  readonly unacknowledged: readonly SentMessage[];
  /** Settings written by the server, by the keys of the vocabulary. */
  readonly settings: SettingValues;
  /** Switches it on. Resolves with the first connection; it retries by itself, before and after that. */
  connect(): Promise<void>;
  /** Sent before it returns when there is contact; null when it is kept for later. */
  pressSos(): SentMessage | null;
  sendPosition(place?: Place): SentMessage | null;
  /** Any step of a behaviour, at once. */
  say(kind: SignalKind): SentMessage | null;
  perform(action: Action): void;
  /** EV-07B only: somebody changes settings at the device itself, which reports them at once if there is contact. */
  change(values: SettingValues): void;
  /** Returns a function that stops listening. */
  subscribe(listener: (notice: Notice) => void): () => void;
  /** Ends everything at once. */
  close(): void;
}

/** A stream protocol has a driver here; devices over HTTP share one. */
const streamDrivers: {
  readonly [K in StreamProtocolKey]: (identity: string, options: VirtualDeviceOptions) => Driver;
} = {
  eview: createEviewDriver,
  watch: createWatchDriver,
};

const defaultAlarms = { first: 30_000, every: 180_000 };
const nowhere: Place = { lat: 67.2835, lng: 14.38 };

/** A device of this protocol that behaves on the wire as a real one does. Sends nothing before `connect()`. */
export function createVirtualDevice(options: VirtualDeviceOptions): VirtualDevice {
  const device = buildDevice(options);
  return {
    protocol: options.protocol,
    identity: device.identity,
    counters: device.counters,
    get isConnected() {
      return device.isConnected;
    },
    get unacknowledged() {
      return device.unacknowledged;
    },
    get settings() {
      return device.settings;
    },
    connect: () => device.connect(),
    pressSos: () => device.say('sos'),
    sendPosition(place) {
      if (place !== undefined) device.perform({ type: 'move', place, speed: 0, course: 0, steps: 0 });
      return device.say('position');
    },
    say: (kind) => device.say(kind),
    perform: (action) => device.perform(action),
    change: (values) => device.change(values),
    subscribe: (listener) => device.subscribe(listener),
    close: () => device.close(),
  };
}

function buildDevice(options: VirtualDeviceOptions) {
  const { protocol, identity, host, port, token = '' } = options;
  const endpoint = { host, port };
  const common = commonParts(options);
  const module = protocolModules[protocol];
  if (module.transport === 'http')
    return new Device({
      ...common,
      driver: createRequestDriver(module, { identity, token }, homeUnitOf(options)),
      createLink: (events) => createHttpLink(endpoint, events),
    });
  if (module.transport === 'mqtt')
    return new Device({
      ...common,
      driver: createRequestDriver(protocolModules.http, { identity, token }, homeUnitOf(options)),
      createLink: (events) => createMqttLink(endpoint, { identity, token }, events),
    });
  return new Device({
    ...common,
    driver: streamDrivers[module.id](identity, options),
    createLink: (events) => createTcpLink(endpoint, events),
  });
}

/** With what not every unit has, as a screen. */
function homeUnitOf({ homeUnit }: VirtualDeviceOptions): HomeUnit | null {
  const hardware = homeUnit && hardwareById(homeUnit);
  if (!hardware) return null;
  return new HomeUnit(settingsFor(hardware, null, settingsOfSomeUnits).filter(({ keptByServer }) => !keptByServer));
}

function commonParts(options: VirtualDeviceOptions) {
  const { identity, home = nowhere, behaviour = [], alarms = defaultAlarms, seed = identity } = options;
  const random = createRandom(seed);
  const given = { random, home: home ?? nowhere, alarms };
  return {
    identity,
    home,
    random,
    behaviours: typeof behaviour === 'string' ? createBehaviours(behaviour, given) : behaviour,
    clock: options.clock ?? sharedClock,
    speed: options.speed ?? 1,
    retryAfter: options.retryAfter ?? 10_000,
  };
}
