import { mqtt, topicOf } from '@varde/protocols/open/index';
import { alarmSignals, alarms } from '@varde/server/domain/alarms/tables';
import { queueCommand } from '@varde/server/domain/commands/commands';
import { commands } from '@varde/server/domain/commands/tables';
import { devices } from '@varde/server/domain/devices/tables';
import { transactions } from '@varde/server/domain/transactions/tables';
import { createGateway } from '@varde/server/gateway/create-gateway';
import type { GatewayServer } from '@varde/server/gateway/stream-server';
import type { Database } from '@varde/server/platform/database/database';
import { createLog } from '@varde/server/platform/log/log';
import { createCustomer, createDevice, type TestDevice } from './factories.ts';
import { type Mosquitto, startMosquitto } from './mosquitto.ts';
import { MqttDevice, type MqttLogin } from './mqtt-device.ts';
import { startProcessing, type TestProcessing } from './processing.ts';

type Command = Parameters<typeof queueCommand>[1]['command'];

type SiteOptions = Partial<Pick<Parameters<typeof createGateway>[1], 'gatewayId' | 'limits' | 'secureContext'>>;

/** At an embedded broker, or at a Mosquitto of its own. */
export type BrokerPlace = 'inside' | 'elsewhere';

/** Home units of two customers, their broker, the gateway and processing. */
export class MqttSite {
  readonly db: Database;
  readonly processing: TestProcessing;
  readonly device: TestDevice;
  readonly other: TestDevice;
  server!: GatewayServer;
  readonly #mosquitto: Mosquitto | null;
  readonly #open: MqttDevice[] = [];

  private constructor(
    db: Database,
    processing: TestProcessing,
    [device, other]: [TestDevice, TestDevice],
    mosquitto: Mosquitto | null,
  ) {
    this.db = db;
    this.processing = processing;
    this.device = device;
    this.other = other;
    this.#mosquitto = mosquitto;
  }

  /** On a database without any records. */
  static async start(db: Database, place: BrokerPlace): Promise<MqttSite> {
    const [first, second] = [await createCustomer(db), await createCustomer(db)];
    const device = await createDevice(db, { custId: first, dehaId: 13, identity: 'unit-1' });
    const other = await createDevice(db, { custId: second, dehaId: 13, identity: 'unit-2' });
    const users = [device, other].map(({ identity, token }) => ({ name: identity, password: token ?? '' }));
    const stranger = { name: 'unit-3', password: 'not registered' };
    const mosquitto = place === 'inside' ? null : await startMosquitto([...users, stranger]);
    const site = new MqttSite(db, await startProcessing(db), [device, other], mosquitto);
    await site.serve();
    return site;
  }

  async serve({ gatewayId = 'test', ...options }: SiteOptions = {}): Promise<void> {
    const { bus, clock } = this.processing;
    const log = createLog({ level: 'silent' });
    const given = { ...options, gatewayId, bus, clock, log, port: 0, host: '127.0.0.1' };
    this.server = createGateway(mqtt, { ...given, broker: this.#mosquitto?.url });
    await this.server.start();
  }

  /** Where devices connect. */
  get port(): number {
    return this.#mosquitto?.port ?? this.server.port();
  }

  get mosquitto(): Mosquitto {
    if (this.#mosquitto === null) throw new Error('the broker of this site is the embedded one');
    return this.#mosquitto;
  }

  loginOf({ identity, token }: TestDevice, over: Partial<MqttLogin> = {}): MqttLogin {
    const will = { topic: topicOf(identity, 'lost'), payload: Buffer.from('x'), qos: 1, retain: false } as const;
    return { port: this.port, identity, token: token ?? '', ...over, options: { will, ...over.options } };
  }

  /** It listens to its commands, and is disconnected when the test ends. */
  async connect(over: Partial<MqttLogin> = {}, of = this.device): Promise<MqttDevice> {
    return this.keep(await MqttDevice.connect(this.loginOf(of, over)));
  }

  keep(device: MqttDevice): MqttDevice {
    this.#open.push(device);
    return device;
  }

  /** An alarm, a second after whatever came before. */
  press(): { time: string; events: string[] } {
    const { clock } = this.processing;
    clock.advance(1_000);
    return { time: new Date(clock.now()).toISOString(), events: ['alarm'] };
  }

  openAlarms() {
    return this.db.select().from(alarms);
  }

  async signals(): Promise<number> {
    return (await this.db.select().from(alarmSignals)).length;
  }

  stored() {
    return this.db.select().from(transactions);
  }

  async isConnected(of = this.device): Promise<boolean | undefined> {
    return (await this.db.select().from(devices)).find(({ deviId }) => deviId === of.deviId)?.connected;
  }

  queue(command: Command): Promise<number> {
    const at = new Date(this.processing.clock.now());
    return queueCommand(this.db, { deviId: this.device.deviId, command, userId: null, at });
  }

  async states(): Promise<string[]> {
    return (await this.db.select().from(commands).orderBy(commands.commandId)).map(({ state }) => state);
  }

  async close(): Promise<void> {
    for (const one of this.#open.splice(0)) one.drop();
    await this.server.stop();
    await this.processing.runner.stop();
    await this.#mosquitto?.close();
  }
}
