import { createCipheriv, createDecipheriv } from 'node:crypto';
import { metyId } from '@varde/catalogue/message-types';
import {
  type FramerOutput,
  type NeedsSecret,
  type Received,
  type StreamProtocol,
  wrongSecret,
} from '@varde/protocols/protocol';

/**
 * A protocol for tests in which an account encrypts its messages: `<identity> <word, sealed with the identity's key>`
 * on a line, answered `ok <word>`; behind a `=` the word is open. The word `sos` is an alarm. It replaces `eview`.
 */
export const sealed: StreamProtocol<null> = {
  id: 'eview',
  transport: 'stream',
  limits: { idleSeconds: 60, maxFrameBytes: 1000 },
  settings: {},
  createFramer: () => {
    let rest = '';
    return {
      push: (chunk): FramerOutput[] => {
        const lines = (rest + new TextDecoder().decode(chunk)).split('\n');
        rest = lines.pop() ?? '';
        return lines.map((line) => ({ type: 'frame', bytes: new TextEncoder().encode(line) }));
      },
      get isWaiting() {
        return rest !== '';
      },
      giveUp: () => {
        rest = '';
        return [];
      },
    };
  },
  initialState: null,
  receive: (state, frame, _now, known): Received<null> | NeedsSecret<null> => {
    const [identity = '', box = ''] = new TextDecoder().decode(frame).split(' ');
    const isOpen = box.startsWith('=');
    if (!isOpen && known?.identity !== identity) return { type: 'needsSecret', state, identity };
    const word = isOpen ? box.slice(1) : unseal(box, known?.secret ?? '');
    if (word === null) return { type: 'malformed', state, identity, reason: wrongSecret };
    const isAlarm = word.startsWith('sos');
    const events = isAlarm ? [{ metyId: metyId.alarm, code: 'sos', at: null }] : [];
    const sample = { metyId: isAlarm ? metyId.alarm : metyId.heartbeat, events, at: null, historical: false };
    const report = { samples: [sample], confirmations: [] };
    const replies = [new TextEncoder().encode(`ok ${word}\n`)];
    return { type: 'message', state, identity, word, retryKey: null, timed: false, report, replies };
  },
  carries: () => false,
  send: () => ({ type: 'unsupported', reason: 'noSuchCommand' }),
};

/** The bytes of a device with this key. Keys are 32 hexadecimal digits. */
export function sealedLine(identity: string, word: string, key: string): string {
  const cipher = createCipheriv('aes-128-gcm', Buffer.from(key, 'hex'), Buffer.alloc(12));
  const box = Buffer.concat([cipher.update(word, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${identity} ${box.toString('base64')}\n`;
}

function unseal(box: string, key: string): string | null {
  const bytes = Buffer.from(box, 'base64');
  try {
    const decipher = createDecipheriv('aes-128-gcm', Buffer.from(key, 'hex'), Buffer.alloc(12));
    decipher.setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
