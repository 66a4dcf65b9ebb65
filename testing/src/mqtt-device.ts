import { downTopics, type OpenCommand, readCommands, topicOf, type UpTopic } from '@varde/protocols/open/index';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';

export interface MqttLogin {
  port: number;
  identity: string;
  token: string;
  /** 4: MQTT 3.1.1. */
  version?: 4 | 5;
  options?: IClientOptions;
}

interface How {
  name?: UpTopic;
  /** Of another device. */
  of?: string;
  qos?: 0 | 1 | 2;
  retain?: boolean;
}

/** A device's end of a connection over MQTT. It repeats nothing by itself. */
export class MqttDevice {
  readonly client: MqttClient;
  /** The commands that came, oldest first. */
  readonly commands: { ref: string; command: OpenCommand }[] = [];
  /** The topics on which they came. */
  readonly topics: string[] = [];
  readonly closed: Promise<void>;
  readonly #identity: string;

  private constructor({ port, identity, token, version = 4, options = {} }: MqttLogin) {
    this.#identity = identity;
    this.client = connect({
      ...{ host: '127.0.0.1', port, protocolVersion: version, reconnectPeriod: 0, clientId: identity },
      ...{ username: identity, password: token, ...options },
    });
    this.client.on('error', () => undefined);
    this.closed = new Promise((resolve) => this.client.once('close', () => resolve()));
    this.client.on('message', (topic, payload) => {
      this.topics.push(topic);
      this.commands.push(...readCommands(payload.toString()));
    });
  }

  /** Without subscriptions. Rejects when it is refused. */
  static async dial(login: MqttLogin): Promise<MqttDevice> {
    const device = new MqttDevice(login);
    const isRefused = device.closed.then(() => {
      device.client.end(true);
      throw new Error('refused');
    });
    const isIn = new Promise<void>((resolve) => device.client.once('connect', () => resolve()));
    await Promise.race([isIn, isRefused]);
    isRefused.catch(() => undefined);
    return device;
  }

  /** Listens to its commands, as devices do. */
  static async connect(login: MqttLogin): Promise<MqttDevice> {
    const device = await MqttDevice.dial(login);
    const own = downTopics.map((name) => topicOf(login.identity, name));
    await device.client.subscribeAsync(own, { qos: 1 });
    return device;
  }

  /** Resolves when it is acknowledged; rejects when the connection is closed before. */
  async send(
    message: object | string | Buffer,
    { name = 'report', of, qos = 1, retain = false }: How = {},
  ): Promise<void> {
    const isText = typeof message === 'string' || Buffer.isBuffer(message);
    const payload = isText ? message : JSON.stringify(message);
    const isClosed = this.closed.then(() => {
      throw new Error('closed');
    });
    await Promise.race([
      this.client.publishAsync(topicOf(of ?? this.#identity, name), payload, { qos, retain }),
      isClosed,
    ]);
    isClosed.catch(() => undefined);
  }

  /** Without a word, as when the battery is taken out. */
  drop(): void {
    this.client.stream.destroy();
    this.client.end(true);
  }

  async close(): Promise<void> {
    await this.client.endAsync();
  }
}
