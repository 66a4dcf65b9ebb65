import { decodePublication } from '@varde/protocols/open/index';
import { generate } from 'mqtt-packet';

/** The packet that carries a frame to a device; null: the frame is no publication. */
export function downlinkPacket(frame: Uint8Array) {
  const publication = decodePublication(frame);
  if (publication === null) return null;
  const { topic, payload } = publication;
  return { cmd: 'publish', topic, payload: Buffer.from(payload), qos: 1, retain: false, dup: false } as const;
}

/** Its length in MQTT 5. */
export function lengthOfDownlink(frame: Uint8Array): number {
  const packet = downlinkPacket(frame);
  return packet === null ? 0 : generate({ ...packet, messageId: 1 }, { protocolVersion: 5 }).length;
}
