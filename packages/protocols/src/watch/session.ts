import type { DeviceCommand } from '@varde/catalogue/report';
import { ByteWriter } from '../byte-writer.ts';
import { carriesAlarm } from '../carries-alarm.ts';
import type { Received, Sent } from '../protocol.ts';
import { retryHash } from '../retry-hash.ts';
import { agree, type Said } from './agreed-readings.ts';
import { encodeCommand, lineOf, watchCommand } from './commands.ts';
import { encodeWatchFrame, parseWatchFrame, type WatchAddress } from './frame.ts';
import { decodeWatchMessage } from './messages/codec.ts';
import type { WatchMessage } from './messages/message.ts';
import { replyTo } from './replies.ts';
import { refOf, watchReport } from './report.ts';
import { readable, readConfig } from './settings/reports.ts';

/** The watch of this connection, and what it has said on it. The address is null until its first frame. */
export interface WatchState {
  address: WatchAddress | null;
  said: Said;
  /** It has announced the extension for settings on this connection. */
  isExtended: boolean;
}

export const initialWatchState: WatchState = { address: null, said: {}, isExtended: false };

/** Used in own commands to models that number their frames. Protocol notes 2.1. */
const ownIndex = '0001';

export function receiveWatch(state: WatchState, bytes: Uint8Array): Received<WatchState> {
  const frame = parseWatchFrame(bytes);
  if ('malformed' in frame) {
    return { type: 'malformed', state, identity: state.address?.id ?? null, reason: frame.malformed };
  }
  const { content, ...address } = frame;
  const hash = retryHash(content.body ?? new Uint8Array());
  const isOther = state.address !== null && state.address.id !== address.id;
  const { said: before, isExtended: wasExtended } = isOther ? initialWatchState : state;
  const { message, said } = agree(decodeWatchMessage(content), before);
  const isExtended = message.type === 'config' ? readConfig(message.entries).isExtended : wasExtended;
  const reply = replyTo(message);
  const retryKey = isRepeatable(message) ? `${content.word}:${hash}` : null;
  const report = watchReport(message);
  return {
    type: 'message',
    state: { address, said, isExtended },
    identity: frame.id,
    word: content.word,
    retryKey,
    timed: retryKey !== null && !carriesAlarm(report.samples),
    report,
    replies: reply === null ? [] : [encodeWatchFrame(address, reply)],
  };
}

export function sendWatch(state: WatchState, command: DeviceCommand): Sent<WatchState> {
  if (state.address === null) return { type: 'unsupported', reason: 'noIdentity' };
  const contents = encodeCommand(command, state.isExtended);
  if ('reason' in contents) return { type: 'unsupported', reason: contents.reason };
  // A receipt proves no value: the watch is asked for those that it reports.
  const readBack = 'values' in command && Object.keys(command.values).some((key) => readable.has(key));
  const address = { ...state.address, index: state.address.index === null ? null : ownIndex };
  const frames = new ByteWriter();
  for (const content of readBack ? [...contents, watchCommand.status()] : contents)
    frames.put(encodeWatchFrame(address, content));
  // A watch does one command after the other: the answer to the last one answers all of them.
  const last = contents.at(-1);
  const word = contents.map((content) => content.word).join(' ');
  return { type: 'sent', state, bytes: frames.toBytes(), word, ref: last === undefined ? null : refOf(lineOf(last)) };
}

/**
 * A position or alarm with its own time is the same message whenever word and body are the same. Any other message is
 * always new: without a time, a second press of the button would look like a retry. The key of an alarm is valid for a
 * minute only: a watch with a stopped or unset clock presses twice at the same time.
 */
function isRepeatable(message: WatchMessage): boolean {
  return message.type === 'position' && message.fix.at !== null;
}
