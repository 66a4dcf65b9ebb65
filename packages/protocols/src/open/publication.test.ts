import { expect, test } from 'vitest';
import { mqtt } from './mqtt.ts';
import { decodePublication, encodePublication } from './publication.ts';

const payload = new TextEncoder().encode('{"events":["alarm"]}');
const kept = (topic: string, packet: number | null) =>
  mqtt.withoutSecrets?.(encodePublication({ topic, packet, payload }), '');

test.each(['varde/v1/unit-1/report', 'tele/my lamp 5'])(
  'a message on %s is kept the same however often a broker gives it, and is read as it was sent',
  (topic) => {
    expect(kept(topic, 1)).toEqual(kept(topic, 65_536));
    expect(kept(topic, 1)).toEqual(encodePublication({ topic, packet: null, payload }));
    const frame = encodePublication({ topic, packet: 7, payload });
    expect(decodePublication(frame)).toEqual({ topic, packet: 7, payload });
  },
);
