import { ByteReader } from '../../byte-reader.ts';
import { ByteWriter } from '../../byte-writer.ts';
import { fromHex, toHex } from '../../hex.ts';
import type { Codec } from './layout.ts';

/** An item with an unknown key or an invalid value: kept unchanged. */
export interface UnknownItem {
  type: 'unknown';
  /** Null: an item of length 0, without a key. */
  key: number | null;
  /** Hex */
  value: string;
}

interface ItemKinds {
  readonly [type: string]: { key: number; codec: Codec<object> };
}

type CodecValue<C> = C extends Codec<infer T> ? T : never;

/** All items of a table as a union discriminated by `type`. */
export type ItemOf<K extends ItemKinds> =
  | { [T in keyof K & string]: { type: T } & CodecValue<K[T]['codec']> }[keyof K & string]
  | UnknownItem;

export interface ItemTable<Item> {
  /**
   * Items of `body` from byte `from` on, and the remaining bytes when the last one claims to be longer than the frame.
   */
  decode(body: Uint8Array, from: number): { items: Item[]; tail: string };
  /** The key of an item on the wire; null: an item of length 0. */
  keyOf(item: Item): number | null;
  keyOfType(type: string): number | null;
  /** Throws RangeError for a value that does not fit in the 254 bytes of an item. */
  encode(writer: ByteWriter, items: readonly Item[]): void;
}

/** `len(1) key(1) value(len-1)`: the length counts the key and the value. */
export function itemTable<K extends ItemKinds>(kinds: K): ItemTable<ItemOf<K>> {
  const byKey = new Map(Object.entries(kinds).map(([type, { key, codec }]) => [key, { type, codec }]));

  const decodeItem = (body: Uint8Array, at: number, length: number): ItemOf<K> => {
    if (length === 0) return { type: 'unknown', key: null, value: '' };
    const key = body[at + 1] ?? 0;
    const [from, to] = [at + 2, at + 1 + length];
    const kind = byKey.get(key);
    const value = kind?.codec.decode(new ByteReader(body, from, to));
    if (!kind || !value) return { type: 'unknown', key, value: toHex(body.subarray(from, to)) };
    return { type: kind.type, ...value } as ItemOf<K>;
  };

  const encodeItem = (item: ItemOf<K>): Uint8Array => {
    const writer = new ByteWriter();
    if (isUnknown(item)) return item.key === null ? writer.toBytes() : encodeUnknown(item.key, item.value);
    const kind = kinds[item.type];
    if (kind) kind.codec.encode(writer.u8(kind.key), item);
    return writer.toBytes();
  };

  return {
    keyOf: (item) => (isUnknown(item) ? item.key : (kinds[item.type]?.key ?? null)),
    keyOfType: (type) => kinds[type]?.key ?? null,
    decode(body, from) {
      const items: ItemOf<K>[] = [];
      let at = from;
      while (at < body.length) {
        const length = body[at] ?? 0;
        if (at + 1 + length > body.length) break;
        items.push(decodeItem(body, at, length));
        at += 1 + length;
      }
      return { items, tail: toHex(body.subarray(at)) };
    },
    encode(writer, items) {
      for (const item of items) {
        const bytes = encodeItem(item);
        if (bytes.length > 255) throw new RangeError(`item ${item.type} of ${bytes.length} bytes`);
        writer.u8(bytes.length).put(bytes);
      }
    },
  };
}

function encodeUnknown(key: number, value: string): Uint8Array {
  return new ByteWriter().u8(key).put(fromHex(value)).toBytes();
}

function isUnknown(item: { type: string }): item is UnknownItem {
  return item.type === 'unknown';
}
