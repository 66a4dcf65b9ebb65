import { type BusBody, type BusMessage, type BusTopic, busTopics } from '@varde/contract/events';
import type { Log } from '../log/log.ts';
import { metrics } from '../log/metrics.ts';

/** The bodies as they are sent, with the version of their topic. */
export const messageOf = <T extends BusTopic>(topic: T, bodies: readonly BusBody<T>[]): BusMessage => ({
  topic,
  version: busTopics[topic].version,
  bodies,
});

/**
 * The bodies of a message that this version of Varde understands, unchanged, including unknown fields. Others are
 * counted and logged without their content: they may come from a process of another version.
 */
export function bodiesOf<T extends BusTopic>(topic: T, message: BusMessage, log: Pick<Log, 'error'>): BusBody<T>[] {
  const { version, body: schema } = busTopics[topic];
  const reject = (reason: 'version' | 'shape', details: object) => {
    metrics.busRejected.inc({ topic, reason });
    log.error({ topic, reason, ...details }, 'a message on the bus was not understood');
  };
  if (message.version !== version) {
    reject('version', { version: message.version, known: version });
    return [];
  }
  return message.bodies.filter((body): body is BusBody<T> => {
    const { error } = schema.safeParse(body);
    if (error !== undefined) reject('shape', { where: error.issues.map(({ path }) => path.join('.')) });
    return error === undefined;
  });
}
