import { ackWanted } from '@varde/protocols/eview/frame';
import { buildFrame, decodeFrame, decodeMessage, type EviewMessage } from '@varde/protocols/eview/index';
import type { FramerOutput } from '@varde/protocols/protocol';
import type { EviewSettings } from './eview-settings.ts';
import type { ReceiveResult } from './outgoing.ts';

const refused = 1;

/** The orders and replies that follow from a frame of the server. Replies carry the sequence of the frame. */
export function obey(
  { type, bytes }: FramerOutput,
  settings: EviewSettings,
  refusesSettings: boolean,
): ReceiveResult {
  const frame = type === 'frame' ? decodeFrame(bytes) : null;
  if (frame === null) return unknown(`${bytes.length} bytes`);
  const message = decodeMessage(frame.body);
  const answer = String(frame.sequence);
  const reply = (back: EviewMessage) => [buildFrame(back, frame.sequence)];

  switch (message.command) {
    case 'response':
      return { orders: [{ type: message.code === 0 ? 'acknowledged' : 'refused', answer }], replies: [] };
    case 'services':
      return { orders: [{ type: 'acknowledged', answer }], replies: [] };
    case 'configuration':
      if (message.items.some((item) => item.type === 'readAll')) {
        const items = settings.items();
        return { orders: [{ type: 'settingsRead' }], replies: reply({ command: 'configuration', items }) };
      }
      if (refusesSettings) return { orders: [], replies: reply({ command: 'response', code: refused }) };
      settings.write(message.items);
      return { orders: [{ type: 'settingsWritten' }], replies: reply({ command: 'response', code: 0 }) };
    default: {
      const replies = (frame.flags & ackWanted) === 0 ? [] : reply({ command: 'response', code: refused });
      return { ...unknown(message.command), replies };
    }
  }
}

function unknown(text: string): ReceiveResult {
  return { orders: [{ type: 'unknown', text }], replies: [] };
}
