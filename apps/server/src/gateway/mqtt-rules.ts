import { isOwnFilter, topicOf, upTopicOf } from '@varde/protocols/open/index';
import type { AedesOptions, Client } from 'aedes';
import type { MqttConnection } from './mqtt-connection.ts';
import type { MqttLogins } from './mqtt-logins.ts';

/** Return codes of CONNACK, MQTT 3.1.1. */
const serverUnavailable = 3;
const notAuthorized = 5;

interface Rules {
  connectionOf: (client: Client) => MqttConnection | undefined;
  logins: MqttLogins;
  /** False: a message with this payload raises no alarm. */
  mayHoldAlarm: (payload: Uint8Array) => boolean;
  /** The gateway stops: last wills mean nothing. */
  isStopping: () => boolean;
}

type RuleOptions = Required<
  Pick<AedesOptions, 'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'>
>;

const refusal = (returnCode: number) => Object.assign(new Error('not authorized'), { returnCode });
const asBytes = (payload: string | Buffer): Uint8Array =>
  typeof payload === 'string' ? Buffer.from(payload) : payload;

/**
 * What devices may do at the embedded broker: connect with their token, publish and subscribe in their own topics. It
 * keeps no session, no retained message and nothing for later: commands wait in the database.
 */
export const mqttRules = ({ connectionOf, logins, mayHoldAlarm, isStopping }: Rules): RuleOptions => ({
  preConnect: (client, packet, callback) => {
    const connection = connectionOf(client);
    const { will, username = '' } = packet;
    // Many devices have a last will out of habit. Where it is for others it means nothing here, and keeps none away.
    if (will && upTopicOf(will.topic)?.identity !== username) {
      if (connection) connection.foreignWill = will.topic;
      delete packet.will;
    } else if (will) will.retain = false;
    // A client id belongs to its device: no other one ends its connection by using the same.
    if (packet.clientId !== '' || packet.protocolVersion !== 5)
      packet.clientId = `${username} ${packet.clientId || connection?.connectionId}`;
    packet.clean = true;
    callback(null, true);
  },

  authenticate: (client, username, password, callback) => {
    const connection = connectionOf(client);
    const { address = '', connectionId = '' } = connection ?? {};
    const [identity, token] = [username ?? '', password?.toString() ?? ''];
    const isWanted = () => connection?.waitsForLogin === true;
    void logins.prove({ address, connectionId, identity, token }, isWanted).then((result) => {
      if (result.proven) {
        connection?.isProven(identity, result.tokenHash);
        callback(null, true);
        return;
      }
      connection?.isRefused(result.isLimited ? 'tooManyLogins' : 'wrongToken');
      callback(refusal(result.isLimited ? serverUnavailable : notAuthorized), null);
    });
  },

  authorizePublish: publishRule({ connectionOf, mayHoldAlarm, isStopping }),

  authorizeSubscribe: (client, subscription, callback) => {
    const connection = connectionOf(client);
    const identity = connection?.identity ?? null;
    const isOwn = identity !== null && isOwnFilter(identity, subscription.topic);
    if (!isOwn) {
      void connection?.conversation.recordMalformed(
        identity,
        'foreignTopic',
        Buffer.from(`SUBSCRIBE ${subscription.topic}`),
      );
      callback(null, null);
      return;
    }
    callback(null, subscription);
    setImmediate(() => connection?.subscribed(identity, subscription.topic));
  },

  // Only what Varde itself sends.
  authorizeForward: (_client, packet) => (upTopicOf(packet.topic) === null ? packet : null),
});

/** Who may publish what: reports in the own topics, which are taken until they are durable. */
const publishRule =
  ({ connectionOf, mayHoldAlarm, isStopping }: Omit<Rules, 'logins'>): RuleOptions['authorizePublish'] =>
  (client, packet, callback) => {
    const connection = client && connectionOf(client);
    if (!client || !connection) {
      callback(null);
      return;
    }
    if (isStopping()) {
      // A last will means nothing. A message is not stored any more, so it is not acknowledged.
      if (client.closed) callback(null);
      return;
    }
    const { topic, payload } = packet;
    const up = upTopicOf(topic);
    packet.retain = false;
    const taken = () => callback(null);
    const { identity } = connection;
    if (up === null || up.identity !== identity) {
      const bytes = asBytes(payload);
      const raw = Buffer.concat([Buffer.from(`PUBLISH ${topic}\n\n`), bytes]);
      void connection.conversation.recordMalformed(identity, 'foreignTopic', raw);
      // In a topic of no device it is for no other one: an alarm there is this device's, and ends no connection.
      if (up === null && identity !== null && mayHoldAlarm(bytes))
        connection.take(topicOf(identity, 'report'), { qos: packet.qos, payload: bytes }, taken);
      else if (up === null && client.version !== 5) taken();
      else callback(new Error('not a topic of this device'));
    } else if (up.name === 'lost') {
      callback(null); // the end of the connection says it
    } else if (client.closed && packet.messageId === undefined) {
      // A last will: nobody waits for its acknowledgement, and the broker keeps it until it has been given.
      connection.take(topic, { qos: packet.qos, payload: asBytes(payload) }, () => undefined);
      connection.proceed();
      callback(null);
    } else connection.take(topic, { qos: packet.qos, payload: asBytes(payload) }, taken);
  };
