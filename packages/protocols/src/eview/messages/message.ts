import { ByteWriter } from '../../byte-writer.ts';
import { fromHex, toHex } from '../../hex.ts';
import { ackWanted, encodeFrame } from '../frame.ts';
import { type ConfigurationItem, configurationItems } from './configuration-items.ts';
import { type ControlItem, controlItems } from './control-items.ts';
import { type DataItem, dataItems } from './data-items.ts';

/** Bytes, in hex, at the end of a frame whose last item claims to be longer than the frame. */
interface Tail {
  tail?: string;
}

/** The content of a frame. Every captured frame is decoded into one and encoded to the same bytes. */
export type EviewMessage =
  | ({ command: 'data' | 'services'; items: DataItem[] } & Tail)
  | ({ command: 'configuration'; items: ConfigurationItem[] } & Tail)
  | ({ command: 'systemControl'; items: ControlItem[] } & Tail)
  /** `code` 0 is success. `rest`: hex after the first code, normally nothing. Code null: the body is empty. */
  | { command: 'response'; code: number | null; rest?: string }
  /** Firmware transfer (0x7E), which is undocumented, and unknown commands. `body` in hex. */
  | { command: 'other'; code: number; body: string };

const codes = {
  data: 0x01,
  configuration: 0x02,
  services: 0x03,
  systemControl: 0x04,
  response: 0x7f,
} as const;

/** Reads command byte and items. Never throws; unknown parts are kept. */
export function decodeMessage(body: Uint8Array): EviewMessage {
  const code = body[0] ?? 0;
  switch (code) {
    case codes.data:
      return { command: 'data', ...withTail(dataItems.decode(body, 1)) };
    case codes.services:
      return { command: 'services', ...withTail(dataItems.decode(body, 1)) };
    case codes.configuration:
      return { command: 'configuration', ...withTail(configurationItems.decode(body, 1)) };
    case codes.systemControl:
      return { command: 'systemControl', ...withTail(controlItems.decode(body, 1)) };
    case codes.response:
      return decodeResponse(body);
    default:
      return { command: 'other', code, body: toHex(body.subarray(1)) };
  }
}

/** Command byte and items, ready for `encodeFrame`. */
export function encodeMessage(message: EviewMessage): Uint8Array {
  const writer = new ByteWriter();
  if (message.command === 'other') return writer.u8(message.code).put(fromHex(message.body)).toBytes();
  writer.u8(codes[message.command]);
  switch (message.command) {
    case 'data':
    case 'services':
      dataItems.encode(writer, message.items);
      break;
    case 'configuration':
      configurationItems.encode(writer, message.items);
      break;
    case 'systemControl':
      controlItems.encode(writer, message.items);
      break;
    case 'response':
      if (message.code !== null) writer.u8(1).u8(message.code);
      return writer.put(fromHex(message.rest ?? '')).toBytes();
  }
  return writer.put(fromHex(message.tail ?? '')).toBytes();
}

/** A whole frame around a message. `wantsAck`: the other side must confirm it. */
export function buildFrame(message: EviewMessage, sequence: number, wantsAck = false): Uint8Array {
  return encodeFrame({ flags: wantsAck ? ackWanted : 0, sequence, body: encodeMessage(message) });
}

function decodeResponse(body: Uint8Array): EviewMessage {
  const regular = body.length >= 3 && body[1] === 1;
  const rest = toHex(body.subarray(regular ? 3 : 1));
  return { command: 'response', code: regular ? (body[2] ?? 0) : null, ...(rest && { rest }) };
}

function withTail<T>({ items, tail }: { items: T[]; tail: string }): { items: T[] } & Tail {
  return { items, ...(tail && { tail }) };
}
