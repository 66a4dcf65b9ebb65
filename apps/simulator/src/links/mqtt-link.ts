import { downTopics, topicOf } from '@varde/protocols/open/index';
import type { DeviceRequest, DeviceSender } from '@varde/protocols/protocol';
import { connect, type MqttClient } from 'mqtt';
import type { HttpAnswer } from './http-link.ts';
import type { Endpoint, Link, LinkEvents } from './link.ts';

const connectMs = 10_000;
const taken = 200;

/**
 * The requests of the open protocol as publications over MQTT: an acknowledgement is the answer 200, and commands come
 * by themselves. The server hears of a lost connection by the last will.
 */
export function createMqttLink(
  { host, port }: Endpoint,
  { identity, token }: DeviceSender,
  events: LinkEvents<HttpAnswer>,
): Link<DeviceRequest> {
  let client: MqttClient | null = null;

  const publish = (using: MqttClient, payload: string, acknowledged: () => void) =>
    using.publish(topicOf(identity, 'report'), payload, { qos: 1 }, (error) => {
      if (client === using && !error) acknowledged();
    });

  return {
    open() {
      let reason = 'closed';
      const opening = connect({
        ...{ host, port, protocol: 'mqtt', protocolVersion: 4, reconnectPeriod: 0, connectTimeout: connectMs },
        ...{ clientId: identity, username: identity, password: token, clean: true },
        will: { topic: topicOf(identity, 'lost'), payload: Buffer.from(''), qos: 1, retain: false },
      });
      client = opening;
      opening.on('connect', () => {
        const own = downTopics.map((name) => topicOf(identity, name));
        opening.subscribe(own, { qos: 1 }, (error) => {
          if (client === opening && !error) events.opened();
        });
      });
      opening.on('message', (_topic, payload) => {
        if (client === opening) events.received({ request: null, status: taken, body: payload.toString() });
      });
      opening.on('error', (error) => {
        reason = 'code' in error && error.code !== undefined ? String(error.code) : error.message;
      });
      opening.on('close', () => {
        if (client !== opening) return;
        client = null;
        opening.end(true);
        events.closed(reason);
      });
    },
    write(request) {
      const using = client;
      if (using !== null) publish(using, request.body, () => events.received({ request, status: taken, body: '' }));
    },
    writeGarbage(bytes) {
      if (client !== null) publish(client, Buffer.from(bytes).toString('hex'), () => undefined);
    },
    drop() {
      const using = client;
      client = null;
      using?.stream.destroy();
      using?.end(true);
    },
  };
}
