/** A message of MQTT, as the gateway and the protocol pass it on: of a device, or to it. */
export interface Publication {
  topic: string;
  /** Whatever tells it from the others of its connection that wait for an acknowledgement; null: it wants none. */
  packet: number | null;
  payload: Uint8Array;
}

/** The topics of a device, below its own. Up: from the device. */
export const upTopics = ['report', 'results', 'settings/reported', 'lost'] as const;
export const downTopics = ['commands', 'settings/desired'] as const;
export type UpTopic = (typeof upTopics)[number];
export type DownTopic = (typeof downTopics)[number];

const root = 'varde/v1';
const ownTopic = new RegExp(`^${root}/([^/+#]+)/(${upTopics.join('|')})$`);

/** Every topic of every device on which devices send; for whoever listens at a broker. */
export const allUpTopics: readonly string[] = upTopics.map((name) => `${root}/+/${name}`);

export const topicOf = (identity: string, name: UpTopic | DownTopic): string => `${root}/${identity}/${name}`;

/** The device and the name of a topic on which devices send; null: it is none of these. */
export function upTopicOf(topic: string): { identity: string; name: UpTopic } | null {
  const [, identity, name] = ownTopic.exec(topic) ?? [];
  return identity === undefined ? null : { identity, name: name as UpTopic };
}

/**
 * Whether a filter, wildcards included, matches topics of this device only, and one to it: of others there is no end, and
 * a broker keeps each.
 */
export const isOwnFilter = (identity: string, filter: string): boolean =>
  filter.startsWith(`${root}/${identity}/`) && downTopicsIn(identity, filter).length > 0;

/** The topics to the device that a filter of its own matches. */
export function downTopicsIn(identity: string, filter: string): DownTopic[] {
  const levels = filter.split('/');
  return downTopics.filter((name) => {
    const topic = topicOf(identity, name).split('/');
    return (
      levels.every((level, at) => level === '#' || (at < topic.length && (level === '+' || level === topic[at]))) &&
      (levels.at(-1) === '#' || levels.length === topic.length)
    );
  });
}

const verb = 'PUBLISH';
/** The topic may hold blanks. */
const head = new RegExp(`^${verb} (.*?)(?: (\\d+))?$`, 's');
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A publication as one frame: a line, an empty line and the payload, so that it can be read in the log. */
export function encodePublication({ topic, packet, payload }: Publication): Uint8Array {
  const line = encoder.encode(`${verb} ${topic}${packet === null ? '' : ` ${packet}`}\n\n`);
  const frame = new Uint8Array(line.length + payload.length);
  frame.set(line);
  frame.set(payload, line.length);
  return frame;
}

/** The publication of a frame; null: it is none. */
export function decodePublication(frame: Uint8Array): Publication | null {
  const end = frame.indexOf(0x0a);
  if (end === -1 || frame[end + 1] !== 0x0a) return null;
  const [, topic, packet] = head.exec(decoder.decode(frame.subarray(0, end))) ?? [];
  if (topic === undefined) return null;
  return { topic, packet: packet === undefined ? null : Number(packet), payload: frame.subarray(end + 2) };
}

/** A frame as it is kept: what a broker gives again is the same message, under another number. */
export function withoutPacket(frame: Uint8Array): Uint8Array {
  const publication = decodePublication(frame);
  return publication === null ? frame : encodePublication({ ...publication, packet: null });
}

/** The acknowledgement of a publication. */
export const encodeAcknowledgement = (packet: number): Uint8Array => encoder.encode(`PUBACK ${packet}`);

/** The packet that a frame acknowledges; null: it is no acknowledgement. */
export function acknowledgedPacket(frame: Uint8Array): number | null {
  const packet = /^PUBACK (\d+)$/.exec(decoder.decode(frame.subarray(0, 32)))?.[1];
  return packet === undefined ? null : Number(packet);
}
