import type { StreamProtocol } from '../protocol.ts';
import { encodeCommand } from './commands.ts';
import { createWatchFramer, maxFrameBytes } from './framer.ts';
import { knowsWord } from './messages/codec.ts';
import { initialWatchState, receiveWatch, sendWatch, type WatchState } from './session.ts';
import { watchSettings } from './settings.ts';
import { withoutSecrets } from './without-secrets.ts';

export { decodeCommand, lineOf } from './commands.ts';
export { encodeWatchFrame, parseWatchFrame } from './frame.ts';
export { encodeWatchMessage } from './messages/codec.ts';
export type { WatchFix } from './messages/fix.ts';
export type { WatchMessage } from './messages/message.ts';
export type { WatchState };

/**
 * Beesure / SeTracker watches (protocol notes 2): text in brackets over TCP. The watch keeps the link by itself; a
 * probe from the server would drain its battery, so 20 minutes of silence are the limit.
 */
export const watch = {
  id: 'watch',
  transport: 'stream',
  settings: watchSettings,
  limits: { idleSeconds: 20 * 60, maxFrameBytes },
  createFramer: createWatchFramer,
  initialState: initialWatchState,
  receive: receiveWatch,
  carries: (command) => !('reason' in encodeCommand(command, false)),
  send: sendWatch,
  withoutSecrets,
  // The names of settings in `CONFIG`, and what is left of a known message, are for the log alone.
  isUnknownWord: (name, messageWord) => name === messageWord && !knowsWord(name),
} satisfies StreamProtocol<WatchState>;
