import { ackWanted } from '@varde/protocols/eview/frame';
import {
  buildFrame,
  type ControlItem,
  type DataItem,
  decodeFrame,
  decodeMessage,
  type EviewMessage,
} from '@varde/protocols/eview/index';
import { fromHex } from '@varde/protocols/hex';
import type { FramerOutput } from '@varde/protocols/protocol';
import type { EviewSettings } from './eview-settings.ts';
import type { Order, ReceiveResult } from './outgoing.ts';

const refused = 1;

/** The orders and replies that follow from a frame of the server. Replies carry the sequence of the frame. */
export function obey({ type, bytes }: FramerOutput, settings: EviewSettings, refusesSettings: boolean): ReceiveResult {
  const frame = type === 'frame' ? decodeFrame(bytes) : null;
  if (frame === null) return unknown(`${bytes.length} bytes`);
  const message = decodeMessage(frame.body);
  const answer = String(frame.sequence);
  const reply = (back: EviewMessage) => [buildFrame(back, frame.sequence)];

  const notUnderstood = (): ReceiveResult => {
    const replies = (frame.flags & ackWanted) === 0 ? [] : reply({ command: 'response', code: refused });
    return { ...unknown(message.command), replies };
  };

  switch (message.command) {
    case 'response':
      return { orders: [{ type: message.code === 0 ? 'acknowledged' : 'refused', answer }], replies: [] };
    case 'services':
      return { orders: [{ type: 'acknowledged', answer }], replies: [] };
    case 'configuration': {
      const asked = message.items.find((item) => item.type === 'read');
      if (asked !== undefined) {
        const items = settings.items(fromHex(asked.keys));
        return { orders: [{ type: 'settingsRead' }], replies: reply({ command: 'configuration', items }) };
      }
      if (refusesSettings) return { orders: [], replies: reply({ command: 'response', code: refused }) };
      settings.write(message.items);
      return { orders: [{ type: 'settingsWritten' }], replies: reply({ command: 'response', code: 0 }) };
    }
    case 'data':
    case 'systemControl': {
      const [order] = message.items.flatMap(orderOf);
      if (order === undefined) return notUnderstood();
      if (order.type === 'factoryReset') settings.reset();
      return { orders: [order], replies: reply({ command: 'response', code: 0 }) };
    }
    default:
      return notUnderstood();
  }
}
function unknown(text: string): ReceiveResult {
  return { orders: [{ type: 'unknown', text }], replies: [] };
}

/** An item that asks the device to do something: alone, without a value. */
function orderOf(item: DataItem | ControlItem): Order[] {
  switch (item.type) {
    case 'clock':
      return [{ type: 'locate' }];
    case 'findMe':
    case 'reboot':
    case 'factoryReset':
      return [{ type: item.type }];
    default:
      return [];
  }
}
