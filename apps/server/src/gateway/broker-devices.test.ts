import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Uplink, UplinkVerdict } from '@varde/contract/events';
import { mqtt } from '@varde/protocols/open/index';
import { createManualClock } from '@varde/testing/manual-clock';
import type { IPublishPacket, MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInProcessBus } from '#platform/bus/bus.ts';
import { createLog } from '#platform/log/log.ts';
import { BrokerDevices } from './broker-devices.ts';
import { contestListener } from './contest-listener.ts';
import { GatewayCore } from './gateway-core.ts';
import { IdentityClaims } from './identity-claims.ts';
import { IdentitySecrets } from './identity-secrets.ts';
import { KeptUplinks } from './kept-uplinks.ts';

interface Stream {
  write(acknowledgement: Buffer): void;
  destroy(): void;
}

const stepMs = 100;

/** A broker that gives again on each new connection what was not acknowledged, and the devices behind it. */
class Broker {
  /** How often the connection of all devices was interrupted. */
  interruptions = 0;
  /** What becomes of what it gives. */
  store: (uplink: Uplink) => Promise<UplinkVerdict> = async () => 'stored';
  readonly #clock = createManualClock();
  readonly #client = Object.assign(new EventEmitter(), { connected: true, stream: this.#newStream() });
  readonly #unacknowledged = new Map<number, IPublishPacket>();
  readonly #devices: BrokerDevices;
  #messages = 0;

  constructor() {
    const log = createLog({ level: 'silent' });
    const bus = createInProcessBus();
    bus.onSecretsAsked(async (_, identities) => new Map(identities.map((identity) => [identity, 'hash'])));
    bus.onUplink((uplink) => this.store(uplink));
    const core = new GatewayCore('mqtt', { bus, clock: this.#clock, log, gatewayId: 'test' });
    const host = {
      ...{ protocol: mqtt, core, kept: new KeptUplinks(core.publisher, core.limits, log) },
      claims: new IdentityClaims(contestListener<unknown>('mqtt')),
      secrets: new IdentitySecrets(bus, core),
    };
    this.#devices = new BrokerDevices(host, this.#client as unknown as MqttClient, 'broker');
  }

  publish(payload: string, name = 'report'): void {
    this.#messages += 1;
    const head = { cmd: 'publish', qos: 1, dup: false, retain: false, messageId: this.#messages } as const;
    this.#give({ ...head, topic: `varde/v1/unit-1/${name}`, payload: Buffer.from(payload) });
  }

  /** Lets time pass; `meanwhile` at each step. */
  async pass(ms: number, meanwhile: () => void = () => undefined): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      meanwhile();
      this.#clock.advance(stepMs);
      await vi.advanceTimersByTimeAsync(stepMs);
      await nextTurn();
      this.#devices.proceed();
    }
  }

  #give(packet: IPublishPacket): void {
    this.#unacknowledged.set(packet.messageId ?? 0, packet);
    this.#devices.take(packet, () => undefined);
  }

  #newStream(): Stream {
    const stream: Stream = {
      write: (acknowledgement: Buffer) => this.#unacknowledged.delete(acknowledgement.readUInt16BE(2)),
      destroy: () => {
        if (this.#client.stream !== stream) return;
        this.interruptions += 1;
        this.#client.emit('close');
        this.#client.stream = this.#newStream();
        this.#client.emit('connect');
        for (const packet of [...this.#unacknowledged.values()]) this.#give(packet);
      },
    };
    return stream;
  }
}

const poison = JSON.stringify({ battery: { level: 1 } });
const alarm = JSON.stringify({ events: ['alarm'] });
const life = (sequence: number) => JSON.stringify({ sequence, poll: true });
const holds = (text: string) => (uplink: Uplink) => 'raw' in uplink && Buffer.from(uplink.raw).includes(text);
const [isPoison, isAlarm] = [holds(poison), holds(alarm)];

let broker: Broker;
let sequence = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  broker = new Broker();
});
afterEach(() => void vi.useRealTimers());

test('a message that cannot be stored interrupts others less and less often, although one of before an interruption is stored after it', async () => {
  broker.store = async (uplink) => {
    if (isPoison(uplink)) throw new Error('it breaks a rule');
    await new Promise((resolve) => setTimeout(resolve, 1.5 * stepMs));
    return 'stored';
  };
  broker.publish(poison);
  await broker.pass(120_000, () => broker.publish(life(++sequence)));
  expect(broker.interruptions).toBe(6); // after 1, 2, 4, 8, 16 and 32 seconds
});

test.each([
  ['that a device is lost', 'x', 'lost'],
  ['that nothing is retained any more', '', 'report'],
  ['what cannot be read', 'no JSON', 'report'],
])(
  'while nothing can be stored, an alarm is asked for each second, although the broker says %s',
  async (_, payload, name) => {
    broker.store = async () => {
      throw new Error('the database is down');
    };
    broker.publish(alarm);
    await broker.pass(30_000, () => broker.publish(payload, name));
    expect(broker.interruptions).toBeGreaterThanOrEqual(25);
  },
);

test('an alarm that fails once is stored when it is asked for a second later, although another message waits for a minute', async () => {
  const stored: Uplink[] = [];
  let failures = 1;
  broker.store = async (uplink) => {
    if (isPoison(uplink) || (isAlarm(uplink) && failures-- > 0)) throw new Error('it could not be stored');
    stored.push(uplink);
    return 'stored';
  };
  broker.publish(poison);
  await broker.pass(70_000, () => broker.publish(life(++sequence)));
  broker.publish(alarm);
  await broker.pass(1_500);
  expect(stored.filter(isAlarm)).toHaveLength(1);
});
