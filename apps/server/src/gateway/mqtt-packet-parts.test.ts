import fc from 'fast-check';
import { generate, type Packet } from 'mqtt-packet';
import { describe, expect, test } from 'vitest';
import { MqttPackets, UnwantedPacket } from './mqtt-packets.ts';

const maxBytes = 20_000;
/** What comes out of bytes that come in these pieces: whole packets, and why it ends. */
function read(pieces: readonly Uint8Array[]): { packets: Buffer[]; fault: string | null } {
  const reader = new MqttPackets(maxBytes);
  const packets: Buffer[] = [];
  try {
    for (const piece of pieces) {
      reader.add(piece);
      for (let packet = reader.next(); packet !== null; packet = reader.next()) packets.push(packet);
    }
    return { packets, fault: null };
  } catch (error) {
    if (!(error instanceof UnwantedPacket)) throw error;
    return { packets, fault: error.fault };
  }
}

const properties = (count: number) => ({
  userProperties: Object.fromEntries(Array.from({ length: count }, (_, n) => [`name ${n}`, `value ${n}`])),
});
const will = { topic: 'varde/v1/unit/report', payload: Buffer.from('x'), qos: 1, retain: false } as const;
const connect = (version: 4 | 5, over = {}): Packet => ({
  ...{ cmd: 'connect', protocolId: 'MQTT', protocolVersion: version, clean: true, keepalive: 60 },
  ...{ clientId: 'unit', username: 'unit', password: Buffer.from('token'), will, ...over },
});
const publication = (length: number, over = {}): Packet => ({
  ...{ cmd: 'publish', topic: 'varde/v1/unit/report', payload: 'x'.repeat(length) },
  ...{ qos: 1, messageId: 7, dup: false, retain: false, ...over },
});
const filters = (count: number) => Array.from({ length: count }, (_, n) => `varde/v1/unit/${n}`);
const subscription = (count: number, over = {}): Packet => ({
  ...{ cmd: 'subscribe', messageId: 3, subscriptions: filters(count).map((topic) => ({ topic, qos: 1 as const })) },
  ...over,
});
const cancellation = (count: number): Packet => ({ cmd: 'unsubscribe', messageId: 4, unsubscriptions: filters(count) });

describe.each([4, 5] as const)('version %i of the protocol:', (version) => {
  const bytesOf = (packets: readonly Packet[]) =>
    packets.map((packet) => generate(packet, { protocolVersion: version }));
  const most = version === 5 ? { properties: properties(32) } : {};

  test('whatever a device may send is passed on packet by packet, however it is cut on its way', () => {
    const sent = bytesOf([
      connect(version, { ...most, will: { ...will, ...most } }),
      subscription(16, most),
      publication(0, { qos: 0, ...most }),
      publication(maxBytes - 2_000, most),
      { cmd: 'puback', messageId: 9, ...(version === 5 && { reasonCode: 16, ...most }) },
      { cmd: 'pubrel', messageId: 9 },
      { cmd: 'pingreq' },
      cancellation(16),
      { cmd: 'disconnect' },
    ]);
    const whole = Buffer.concat(sent);
    const cuts = fc.array(fc.nat({ max: whole.length }), { maxLength: 30 });
    const property = fc.property(cuts, (given) => {
      const at = [0, ...given.toSorted((a, b) => a - b), whole.length];
      const pieces = at.slice(1).map((end, n) => whole.subarray(at[n], end));
      expect(read(pieces)).toEqual({ packets: sent, fault: null });
    });
    fc.assert(property);
    expect(read([...whole].map((byte) => Buffer.from([byte])))).toEqual({ packets: sent, fault: null });
  });

  test.each([
    ['a connection that begins with another packet', [publication(10)], 'badPacket'],
    ['a second packet that connects', [connect(version), connect(version)], 'badPacket'],
    ['a packet of more than 4 kB that connects', [connect(version, { clientId: 'x'.repeat(4_096) })], 'tooLong'],
    ['more topics than a device has', [connect(version), subscription(17)], 'tooManyFilters'],
    ['as many to be left', [connect(version), cancellation(17)], 'tooManyFilters'],
    ['10,000 of them', [connect(version), subscription(10_000)], 'tooLong'],
    ['a message that is too long', [connect(version), publication(maxBytes)], 'tooLong'],
    ['what only a broker sends', [connect(version), { cmd: 'pingresp' }], 'badPacket'],
  ] as [string, Packet[], string][])('%s ends the connection before it is parsed', (_, packets, fault) => {
    const sent = bytesOf(packets);
    expect(read([Buffer.concat(sent)])).toEqual({ packets: sent.slice(0, -1), fault });
  });
});

test.each([
  ['connects', [connect(5, { properties: properties(33) })]],
  ['has a last will', [connect(5, { will: { ...will, properties: properties(33) } })]],
  ['is a message', [connect(5), publication(10, { properties: properties(33) })]],
  ['subscribes', [connect(5), subscription(1, { properties: properties(33) })]],
  ['acknowledges', [connect(5), { cmd: 'puback', messageId: 1, reasonCode: 16, properties: properties(33) }]],
] as [string, Packet[]][])('of more than 32 properties of its own, a packet that %s is not parsed', (_, packets) => {
  const sent = packets.map((packet) => generate(packet, { protocolVersion: 5 }));
  expect(read([Buffer.concat(sent)])).toEqual({ packets: sent.slice(0, -1), fault: 'tooManyProperties' });
});

test('a property that may come once comes once, and one that nobody knows not at all', () => {
  const login = generate(connect(5), { protocolVersion: 5 });
  const withProperties = (...bytes: number[]) =>
    Buffer.from([0x82, 3 + bytes.length + 4, 0, 1, bytes.length, ...bytes, 0, 1, 120, 0]);
  expect(read([login, withProperties(11, 5)]).fault).toBeNull();
  expect(read([login, withProperties(11, 5, 11, 5)]).fault).toBe('badPacket');
  expect(read([login, withProperties(99, 5)]).fault).toBe('badPacket');
});

test.each([
  ['its first bytes', 1],
  ['a part of it', 500],
])('a packet of which %s have come is forgotten when nothing more will', (_, bytes) => {
  const reader = new MqttPackets(maxBytes);
  const of = (packet: Packet) => generate(packet, { protocolVersion: 5 });
  reader.add(Buffer.concat([of(connect(5)), of(publication(1000)).subarray(0, bytes)]));
  expect([reader.next(), reader.next()]).toEqual([of(connect(5)), null]);
  reader.clear();
  reader.add(of({ cmd: 'pingreq' }));
  expect(reader.next()).toEqual(of({ cmd: 'pingreq' }));
});

test('no bytes make it fail in another way', () => {
  const login = generate(connect(5), { protocolVersion: 5 });
  const property = fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
    read([bytes]);
    read([login, bytes]);
  });
  fc.assert(property, { numRuns: 2_000 });
});
