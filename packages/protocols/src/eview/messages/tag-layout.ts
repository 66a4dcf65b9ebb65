import type { ByteReader } from '../../byte-reader.ts';
import type { ByteWriter } from '../../byte-writer.ts';
import { coordinate, type Field, hexRest, i8, mac, prefixedText, reversedMac, tenthsI16, text, u8 } from './fields.ts';
import type { Codec, Extra } from './layout.ts';

const withPosition = 0x80;
const withDescription = 0x40;

interface Tag extends Extra {
  /** 0…15, counts the tags of one record. */
  index: number;
  /** Flag bits 4 and 5, unknown; absent when clear. */
  spareFlags?: number;
  id: string;
  /** dBm */
  rssi: number;
  lat?: number;
  lng?: number;
  /** The room or place of the tag. */
  description?: string;
}

export interface Beacon extends Tag {
  /** dBm at one metre, 0 when not known. */
  rssiAt1m: number;
}

export interface BeaconV2 extends Beacon {
  /** Percent, of the beacon. */
  battery: number;
  /** Degrees Celsius in steps of 0.1. Little-endian like all of this protocol. */
  temperature?: number;
}

export type HomeWifi = Tag;

/** Beacon 0x28: the description runs to the end of the item. */
export const beacon: Codec<Beacon> = tagCodec(reversedMac, {
  read: (reader) => ({ rssi: reader.i8(), rssiAt1m: reader.i8() }),
  write: (writer, value) => writer.u8(value.rssi).u8(value.rssiAt1m),
  description: text,
});

/** Beacon 0x2C: with its own battery, a description of stated length, and perhaps a temperature at the end. */
export const beaconV2: Codec<BeaconV2> = tagCodec(reversedMac, {
  read: (reader) => ({ rssi: reader.i8(), rssiAt1m: reader.i8(), battery: reader.u8() }),
  write: (writer, value) => writer.u8(value.rssi).u8(value.rssiAt1m).u8(value.battery),
  description: prefixedText,
  end: {
    read: (reader) => (reader.remaining >= 2 ? { temperature: tenthsI16.read(reader) } : {}),
    write: (writer, { temperature }) => {
      if (temperature !== undefined) tenthsI16.write(writer, temperature);
    },
  },
});

/** The access point at home, 0x2A. */
export const homeWifi: Codec<HomeWifi> = tagCodec(mac, {
  read: (reader) => ({ rssi: i8.read(reader) }),
  write: (writer, value) => i8.write(writer, value.rssi),
  description: text,
});

interface TagParts<T extends Tag> {
  /** The bytes between the address and the position. */
  read(reader: ByteReader): Omit<T, Exclude<keyof Tag, 'rssi'> | 'temperature'>;
  write(writer: ByteWriter, value: T): void;
  description: Field<string>;
  end?: {
    read(reader: ByteReader): { temperature?: number };
    write(writer: ByteWriter, value: T): void;
  };
}

function tagCodec<T extends Tag>(address: Field<string>, parts: TagParts<T>): Codec<T> {
  return {
    decode(reader) {
      const flags = u8.read(reader);
      const value: Record<string, unknown> = { index: flags & 0x0f };
      if (flags & 0x30) value.spareFlags = flags & 0x30;
      value.id = address.read(reader);
      Object.assign(value, parts.read(reader));
      if (flags & withPosition) {
        value.lat = coordinate.read(reader);
        value.lng = coordinate.read(reader);
      }
      if (flags & withDescription) value.description = parts.description.read(reader);
      if (parts.end) Object.assign(value, parts.end.read(reader));
      if (reader.remaining > 0) value.extra = hexRest.read(reader);
      return reader.failed ? null : (value as T & Record<string, unknown>);
    },
    encode(writer, value) {
      const { lat, lng, description } = value;
      const placed = lat !== undefined && lng !== undefined;
      const flags = (placed ? withPosition : 0) | (description === undefined ? 0 : withDescription);
      writer.u8(flags | (value.spareFlags ?? 0) | value.index);
      address.write(writer, value.id);
      parts.write(writer, value);
      if (placed) {
        coordinate.write(writer, lat);
        coordinate.write(writer, lng);
      }
      if (description !== undefined) parts.description.write(writer, description);
      parts.end?.write(writer, value);
      if (value.extra !== undefined) hexRest.write(writer, value.extra);
    },
  };
}
