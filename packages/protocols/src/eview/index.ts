import type { StreamProtocol } from '../protocol.ts';
import { createFramer, maxFrameBytes } from './framer.ts';
import { type EviewState, initialState, receive, send } from './session.ts';
import { eviewSettings } from './settings.ts';
import { withoutSecrets } from './without-secrets.ts';

/**
 * EV-07B family (Eview EV-07B, EV-04, EV-05, EV-12; MiniFinder Pico, Atto, Nano, Xtreme): binary over TCP. Idle limit:
 * two of the longest usual report intervals, an hour for a device at rest.
 */
export const eview: StreamProtocol<EviewState> = {
  id: 'eview',
  transport: 'stream',
  settings: eviewSettings,
  limits: { idleSeconds: 2 * 60 * 60, maxFrameBytes },
  createFramer,
  initialState,
  receive,
  carries: (command) => send(initialState, command, 0).type === 'sent',
  send,
  withoutSecrets,
  isUnknownWord: (name) => /^(item|command)/.test(name),
};

export { decodeFrame } from './frame.ts';
export { type ConfigurationItem, configurationItems } from './messages/configuration-items.ts';
export type { ControlItem } from './messages/control-items.ts';
export type { DataItem } from './messages/data-items.ts';
export { buildFrame, decodeMessage, type EviewMessage } from './messages/message.ts';
export type { EviewState } from './session.ts';
export { writeStatusWord } from './status-word.ts';
