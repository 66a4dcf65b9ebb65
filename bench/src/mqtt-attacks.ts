import { fork } from 'node:child_process';
import { once } from 'node:events';
import { topicOf } from '@varde/protocols/open/index';
import { hashOfToken } from '@varde/server/platform/secrets/tokens';
import { generate, type Packet } from 'mqtt-packet';
import { identityOf } from './fill.ts';
import type { MqttOrder, MqttReport } from './mqtt-loops.ts';
import { pendants } from './pendants.ts';
import { whole } from './statistics.ts';
import type { Attack } from './stranger-attack.ts';

const settlingMs = 3000;
const strangers = 20;
const token = 'token-of-the-unit-that-floods';
/** The first device of the stranger's firm. */
const unit = pendants + 1;
const identity = identityOf(unit);

const bytesOf = (packet: Packet) => generate(packet, { protocolVersion: 5 });
const times = (packet: Packet, count: number) => Buffer.concat(Array.from({ length: count }, () => bytesOf(packet)));
const texts = (count: number) => Array.from({ length: count }, (_, n) => `x/${n}`);
const userProperties = (count: number) => Object.fromEntries(texts(count).map((text) => [text, text]));
const connect = (properties?: object): Packet => ({
  ...{ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 5, clean: true, keepalive: 0, clientId: 'x' },
  ...{ username: identity, password: Buffer.from(token), ...(properties && { properties }) },
});
const subscribe = (count: number): Packet => ({
  ...{ cmd: 'subscribe', messageId: 1 },
  subscriptions: texts(count).map((topic) => ({ topic, qos: 1 as const })),
});
const publish = (name: 'lost' | 'report', over = {}): Packet => ({
  ...{ cmd: 'publish', topic: topicOf(identity, name), payload: 'x', qos: 0, retain: false, dup: false, ...over },
});
const unsubscribe = (count: number): Packet => ({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: texts(count) });

interface Flood {
  name: string;
  text: string;
  isDevice: boolean;
  flood: Buffer;
}

/** Each as large as it was before there were limits, and as large as the limits allow. */
const floods: readonly Flood[] = [
  {
    name: 'properties of a stranger over MQTT',
    text: `${strangers} connections without a right token connect with 6,500 properties of their own`,
    isDevice: false,
    flood: bytesOf(connect({ userProperties: userProperties(6_500) })),
  },
  {
    name: 'logins of a stranger over MQTT',
    text: `${strangers} connections with a wrong token, 32 properties of their own and what follows`,
    isDevice: false,
    flood: Buffer.concat([
      bytesOf({ ...connect({ userProperties: userProperties(32) }), password: Buffer.from('wrong') } as Packet),
      times({ cmd: 'pingreq' }, 2_000),
    ]),
  },
  {
    name: 'signs of life of a stranger over MQTT',
    text: `${strangers} connections send 32,000 signs of life in one write, without a login`,
    isDevice: false,
    flood: times({ cmd: 'pingreq' }, 32_000),
  },
  ...[
    ['subscriptions', '10,000 topics of others in a packet', bytesOf(subscribe(10_000))],
    ['subscriptions of 16', '16 topics of others in each packet', times(subscribe(16), 100)],
    ['cancellations', '13,000 topics in a packet', bytesOf(unsubscribe(13_000))],
    ['cancellations of 16', '16 topics in each packet', times(unsubscribe(16), 100)],
    ['signs of life', 'signs of life without pause', times({ cmd: 'pingreq' }, 2_000)],
    ['signs of its end', '500 messages of its own end in each write', times(publish('lost'), 500)],
    [
      'properties',
      'messages with thousands of properties of their own',
      bytesOf(publish('report', { properties: { userProperties: userProperties(3_000) } })),
    ],
    [
      'properties of 32',
      'messages with 32 properties of their own',
      times(publish('lost', { properties: { userProperties: userProperties(32) } }), 100),
    ],
  ].map(([name, text, flood]) => ({
    name: `${name} of a device over MQTT`,
    text: `one device with one connection sends ${text}`,
    isDevice: true,
    flood: flood as Buffer,
  })),
];

/** A device over MQTT, or a stranger at its port. */
export const mqttAttacks: readonly Attack[] = floods.map(({ name, text, isDevice, flood }) => ({
  ...{ name, text, settlingMs },
  prepare: async ({ db }) => {
    await db.execute(`update devices set deha_id = 13 where devi_id = ${unit}`);
    await db.execute(
      `update device_identities set protocol = 'mqtt', secret = '${hashOfToken(token)}' where devi_id = ${unit}`,
    );
  },
  start: async ({ ports }) => {
    const child = fork(new URL('./mqtt-loops.ts', import.meta.url));
    const login = isDevice ? bytesOf(connect()).toString('base64') : null;
    const connections = isDevice ? 1 : strangers;
    child.send({ port: ports.mqtt, login, flood: flood.toString('base64'), connections } satisfies MqttOrder);
    return {
      end: async () => {
        const answer = once(child, 'message');
        child.send('end');
        const [{ closed, megabytes }] = (await answer) as [MqttReport];
        return `its connections were closed ${whole(closed)} times, and had taken ${megabytes.toFixed(1)} MB`;
      },
    };
  },
}));
