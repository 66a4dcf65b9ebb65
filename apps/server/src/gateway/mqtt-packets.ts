import { Buffer } from 'node:buffer';

/** Longest packet before the login, and longest packet without a message after it. */
export const mostBytes = 4096;
/** Topic filters of one packet. A device has two topics to listen to. */
const mostFilters = 16;
/** Properties of one packet that may come more than once. */
const mostUserProperties = 32;

/** Types of packets that devices send, as in the first half of a byte. */
const type = {
  ...{ connect: 1, publish: 3, puback: 4, pubrec: 5, pubrel: 6, pubcomp: 7 },
  ...{ subscribe: 8, unsubscribe: 10, pingreq: 12, disconnect: 14, auth: 15 },
} as const;
const types: ReadonlySet<number> = new Set(Object.values(type));

/** Properties of MQTT 5 by the form of their value. */
const forms = {
  byte: [1, 23, 25, 36, 37, 40, 41, 42],
  word: [19, 33, 34, 35],
  long: [2, 17, 24, 39],
  number: [11],
  text: [3, 8, 9, 18, 21, 22, 26, 28, 31],
  pair: [38],
} as const;
type Form = keyof typeof forms;
const formOf = new Map<number, Form>(
  Object.entries(forms).flatMap(([form, codes]) => codes.map((code) => [code, form as Form] as const)),
);

export type PacketFault = 'badPacket' | 'tooLong' | 'tooManyFilters' | 'tooManyProperties';

/** A packet that is not passed on, nor anything after it. */
export class UnwantedPacket extends Error {
  readonly fault: PacketFault;

  constructor(fault: PacketFault) {
    super(fault);
    this.fault = fault;
  }
}

/** What the end of a connection says to a device with MQTT 5. */
const reasonCodes: Record<string, number> & { badPacket: number } = {
  badPacket: 0x81,
  tooLong: 0x95,
  tooManyFilters: 0x97,
  tooManyProperties: 0x97,
  shareUsedUp: 0x97,
};
export const reasonCodeOf = (reason: string): number => reasonCodes[reason] ?? reasonCodes.badPacket;

export const isPublication = (packet: Uint8Array): boolean => (packet[0] ?? 0) >> 4 === type.publish;
export const isGoodbye = (packet: Uint8Array): boolean => (packet[0] ?? 0) >> 4 === type.disconnect;

/**
 * Bytes of a connection → whole packets, each of which costs little to parse: its parts are counted here, where that is
 * cheap, before the library makes objects of them. The first is the one that connects.
 */
export class MqttPackets {
  readonly #maxBytes: number;
  #rest: Uint8Array = new Uint8Array();
  /** First bytes of the next packet: its type and its length, as far as they came. */
  #head: number[] = [];
  #packet: Buffer | null = null;
  #filled = 0;
  /** Of the protocol; null until it has connected. */
  #version: number | null = null;

  /** `maxBytes` of a packet with a message. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(chunk: Uint8Array): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
  }

  /** Forgets what has come of it. */
  clear(): void {
    this.#rest = new Uint8Array();
    this.#head = [];
    this.#packet = null;
  }

  /** The next packet; null: the rest of it has not come. Throws `UnwantedPacket`. */
  next(): Buffer | null {
    this.#packet ??= this.#begin();
    const packet = this.#packet;
    if (packet === null) return null;
    const part = this.#rest.subarray(0, packet.length - this.#filled);
    packet.set(part, this.#filled);
    this.#filled += part.length;
    this.#rest = this.#rest.subarray(part.length);
    if (this.#filled < packet.length) return null;
    this.#packet = null;
    this.#version = checked(packet, this.#version);
    return packet;
  }

  /** Reads the head of a packet, and makes room for all of it. */
  #begin(): Buffer | null {
    const head = this.#head;
    for (const [at, byte] of this.#rest.subarray(0, 5).entries()) {
      head.push(byte);
      if (head.length === 1 || byte >= 0x80) continue;
      this.#rest = this.#rest.subarray(at + 1);
      return this.#room(head);
    }
    this.#rest = new Uint8Array();
    if (head.length >= 5) throw new UnwantedPacket('badPacket');
    return null;
  }

  #room(head: number[]): Buffer {
    const [first = 0, ...length] = head;
    const kind = first >> 4;
    const isInOrder = this.#version === null ? first === type.connect << 4 : kind !== type.connect;
    if (length.length > 4 || !types.has(kind) || !isInOrder) throw new UnwantedPacket('badPacket');
    const bytes = head.length + length.reduceRight((sum, byte) => sum * 128 + (byte & 0x7f), 0);
    if (bytes > (kind === type.publish ? this.#maxBytes : mostBytes)) throw new UnwantedPacket('tooLong');
    const packet = Buffer.allocUnsafe(bytes);
    packet.set(head);
    this.#filled = head.length;
    this.#head = [];
    return packet;
  }
}

/** Counts the parts of a packet, and returns the version of the protocol. */
function checked(packet: Uint8Array, known: number | null): number {
  const parts = new Parts(packet);
  const [first = 0] = packet;
  const kind = first >> 4;
  const version = known ?? parts.connect();
  const hasProperties = version === 5;
  if (kind === type.publish) {
    parts.text();
    if ((first & 0b110) !== 0) parts.skip(2);
    if (hasProperties) parts.properties();
  } else if (kind === type.subscribe || kind === type.unsubscribe) {
    parts.skip(2);
    if (hasProperties) parts.properties();
    parts.filters(kind === type.subscribe);
  } else if (kind !== type.connect && kind !== type.pingreq && hasProperties)
    parts.reason(kind === type.disconnect || kind === type.auth ? 0 : 2);
  return version;
}

/** Goes through a packet from part to part. A part that is longer than what is left is none that a device sends. */
class Parts {
  readonly #bytes: Uint8Array;
  #at = 1;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.number(); // its length
  }

  get #left(): number {
    return this.#bytes.length - this.#at;
  }

  skip(count: number): void {
    if (count > this.#left) throw new UnwantedPacket('badPacket');
    this.#at += count;
  }

  #byte(): number {
    this.skip(1);
    return this.#bytes[this.#at - 1] ?? 0;
  }

  text(): void {
    this.skip(this.#byte() * 256 + this.#byte());
  }

  /** In up to four bytes. */
  number(): number {
    let value = 0;
    for (const factor of [1, 128, 128 ** 2, 128 ** 3]) {
      const byte = this.#byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    throw new UnwantedPacket('badPacket');
  }

  /** Returns the version of the protocol. */
  connect(): number {
    this.text();
    const version = this.#byte() & 0x7f;
    const flags = this.#byte();
    this.skip(2); // the interval of its signs of life
    if (version === 5) this.properties();
    this.text(); // its client id
    if (version === 5 && (flags & 0b100) !== 0) this.properties(); // of its last will
    return version;
  }

  /** What may follow a number of bytes: a reason, and properties. */
  reason(before: number): void {
    this.skip(Math.min(before, this.#left));
    this.skip(Math.min(1, this.#left));
    if (this.#left > 0) this.properties();
  }

  filters(haveOptions: boolean): void {
    for (let count = 0; this.#left > 0; count++) {
      if (count === mostFilters) throw new UnwantedPacket('tooManyFilters');
      this.text();
      if (haveOptions) this.skip(1);
    }
  }

  properties(): void {
    const length = this.number();
    if (length > this.#left) throw new UnwantedPacket('badPacket');
    const end = this.#at + length;
    const others = new Set<number>();
    let pairs = 0;
    while (this.#at < end) {
      const code = this.#byte();
      const form = formOf.get(code);
      if (form === 'pair') pairs += 1;
      if (form === undefined || others.has(code)) throw new UnwantedPacket('badPacket');
      if (pairs > mostUserProperties) throw new UnwantedPacket('tooManyProperties');
      if (form !== 'pair') others.add(code);
      this.#value(form);
    }
    if (this.#at !== end) throw new UnwantedPacket('badPacket');
  }

  #value(form: Form): void {
    if (form === 'byte') this.skip(1);
    else if (form === 'word') this.skip(2);
    else if (form === 'long') this.skip(4);
    else if (form === 'number') this.number();
    else this.text();
    if (form === 'pair') this.text();
  }
}
