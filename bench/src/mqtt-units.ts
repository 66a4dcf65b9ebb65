import { connect, type Socket } from 'node:net';
import { downTopics, topicOf } from '@varde/protocols/open/index';
import { generate, type Packet, parser } from 'mqtt-packet';

/** Messages of one unit that wait for their acknowledgement. */
const inFlight = 32;
/** Units that connect at the same time. */
const atOnce = 200;

/** A home unit over MQTT 3.1.1, as light as a client can be. */
export class MqttUnit {
  readonly #socket: Socket;
  readonly #identity: string;
  readonly #waiting = new Map<string, () => void>();

  constructor(port: number, identity: string, token: string) {
    this.#identity = identity;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const packets = parser({ protocolVersion: 4 });
    packets.on('packet', (packet) => this.#heard(packet));
    this.#socket.on('data', (chunk) => packets.parse(chunk));
    this.#socket.on('error', () => undefined);
    const login = { clientId: identity, username: identity, password: Buffer.from(token), clean: true, keepalive: 0 };
    this.#socket.write(generate({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, ...login }));
  }

  /** It is in contact: it has listened to its commands, and been told so. */
  async connected(): Promise<void> {
    await this.#answer('connack');
    const subscriptions = downTopics.map((name) => ({ topic: topicOf(this.#identity, name), qos: 1 as const }));
    this.#socket.write(generate({ cmd: 'subscribe', messageId: 1, subscriptions }));
    await this.#answer('suback');
  }

  /** Resolves when all of these messages are acknowledged. */
  async send(messages: readonly object[]): Promise<void> {
    let next = 0;
    const sendOn = async () => {
      while (next < messages.length) {
        const at = next++;
        const messageId = 1 + (at % 65_000);
        const payload = JSON.stringify(messages[at]);
        const topic = topicOf(this.#identity, 'report');
        const packet = { cmd: 'publish', topic, payload, qos: 1, messageId, dup: false, retain: false } as const;
        this.#socket.write(generate(packet));
        await this.#answer(`puback ${messageId}`);
      }
    };
    await Promise.all(Array.from({ length: inFlight }, sendOn));
  }

  close(): void {
    this.#socket.destroy();
  }

  #answer(name: string): Promise<void> {
    return new Promise((resolve) => this.#waiting.set(name, resolve));
  }

  #heard(packet: Packet): void {
    const name = packet.cmd === 'puback' ? `puback ${packet.messageId}` : packet.cmd;
    this.#waiting.get(name)?.();
    this.#waiting.delete(name);
  }
}

export async function connectUnits(port: number, identities: readonly string[], token: string): Promise<MqttUnit[]> {
  const units: MqttUnit[] = [];
  for (let at = 0; at < identities.length; at += atOnce) {
    const some = identities.slice(at, at + atOnce).map((identity) => new MqttUnit(port, identity, token));
    await Promise.all(some.map((unit) => unit.connected()));
    units.push(...some);
  }
  return units;
}
