import type { ByteReader } from '../../byte-reader.ts';
import type { ByteWriter } from '../../byte-writer.ts';
import { type Field, hexRest } from './fields.ts';

/** The value of one item, both ways. `decode` returns null for invalid bytes. */
export interface Codec<T> {
  decode(reader: ByteReader): T | null;
  encode(writer: ByteWriter, value: T): void;
}

/** Named fields in the order of the wire. */
export interface Fields {
  readonly [name: string]: Field<unknown>;
}

export type ValueOf<F extends Fields> = { [N in keyof F]: F[N] extends Field<infer T> ? T : never };

type NoFields = Record<never, never>;

/** Bytes after the known ones, in hex: newer firmware sends more than we understand. */
export interface Extra {
  extra?: string;
}

/**
 * An item made of `fields`, then of `optional` ones that are present together or not at all, then of unknown bytes,
 * which are kept.
 */
export function layout<F extends Fields, O extends Fields = NoFields>(
  fields: F,
  optional?: O & { [N in keyof O]: Field<unknown> },
): Codec<ValueOf<F> & Partial<ValueOf<O>> & Extra> {
  type Value = ValueOf<F> & Partial<ValueOf<O>> & Extra;
  return {
    decode(reader) {
      const value: Record<string, unknown> = {};
      readFields(reader, fields, value);
      if (reader.failed) return null;
      if (optional && reader.remaining > 0) readOptional(reader, optional, value);
      if (reader.remaining > 0) value.extra = hexRest.read(reader);
      return value as Value;
    },
    encode(writer, value) {
      const values: Record<string, unknown> = value;
      writeFields(writer, fields, values);
      const first = optional && Object.keys(optional)[0];
      if (optional && first !== undefined && values[first] !== undefined) writeFields(writer, optional, values);
      if (value.extra !== undefined) hexRest.write(writer, value.extra);
    },
  };
}

/** The same fields repeated to the end of the item. */
export function listOf<F extends Fields>(fields: F): Field<ValueOf<F>[]> {
  return {
    read(reader) {
      const values: ValueOf<F>[] = [];
      while (reader.remaining > 0 && !reader.failed) {
        const value: Record<string, unknown> = {};
        readFields(reader, fields, value);
        values.push(value as ValueOf<F>);
      }
      return values;
    },
    write(writer, values) {
      for (const value of values) writeFields(writer, fields, value);
    },
  };
}

function readFields(reader: ByteReader, fields: Fields, into: Record<string, unknown>): void {
  for (const name in fields) into[name] = fields[name]?.read(reader);
}

/** Takes the optional fields if there are bytes enough for all; else those bytes are kept as `extra`. */
function readOptional(reader: ByteReader, fields: Fields, into: Record<string, unknown>): void {
  const start = reader.position;
  const values: Record<string, unknown> = {};
  readFields(reader, fields, values);
  if (reader.failed) reader.position = start;
  else Object.assign(into, values);
}

function writeFields(writer: ByteWriter, fields: Fields, values: Record<string, unknown>): void {
  for (const name in fields) fields[name]?.write(writer, values[name]);
}
