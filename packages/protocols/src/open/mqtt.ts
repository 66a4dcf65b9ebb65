import { protocolByKey } from '@varde/catalogue/protocols';
import type { BrokerProtocol, Received } from '../protocol.ts';
import { carriesCommand, writeCommand } from './commands.ts';
import {
  decodePublication,
  encodeAcknowledgement,
  encodePublication,
  topicOf,
  upTopicOf,
  withoutPacket,
} from './publication.ts';
import { maxContentLength, readContent } from './read-content.ts';
import { mayNameEvents } from './read-message.ts';
import { namedIdentity } from './read-request.ts';
import { carriedSettings } from './settings.ts';
import { withoutSecrets } from './without-secrets.ts';

/** The device of the last publication. */
export type MqttState = string | null;

const facts = protocolByKey('mqtt');
/** A device reports or asks at least once an hour; hardware.md. */
const idleSeconds = 3 * 3600;

/** Varde's own open protocol over MQTT: the messages of `http`, in topics of each device. docs/protocols/mqtt.md. */
export const mqtt: BrokerProtocol<MqttState> = {
  id: 'mqtt',
  transport: 'mqtt',
  limits: { idleSeconds, maxFrameBytes: maxContentLength },
  settings: carriedSettings,
  initialState: null,
  receive,
  mayHoldAlarm,
  carries: carriesCommand,
  send(state, command, _now, number) {
    const text = state !== null && carriesCommand(command) ? writeCommand(command, number) : null;
    if (state === null || text === null) return { type: 'unsupported', reason: command.kind };
    const word = command.kind === 'writeSettings' ? 'settings/desired' : 'commands';
    const payload = new TextEncoder().encode(text);
    const bytes = encodePublication({ topic: topicOf(state, word), packet: null, payload });
    return { type: 'sent', state, bytes, word, ref: number };
  },
  withoutSecrets: (frame) => withoutSecrets(withoutPacket(frame)),
};

function receive(state: MqttState, frame: Uint8Array): Received<MqttState> {
  const publication = decodePublication(frame);
  const sender = publication && upTopicOf(publication.topic);
  if (publication === null || sender === null) return { type: 'malformed', state, identity: state, reason: 'topic' };
  const { identity, name } = sender;
  const refused = (reason: string) => ({ type: 'malformed', state, identity, reason }) as const;
  if (name === 'lost') return refused('lost'); // its payload means nothing
  if (publication.payload.length > maxContentLength) return refused('tooLong');
  const content = readContent(new TextDecoder().decode(publication.payload));
  if (content === null) return refused('badJson');
  const { device, retryKey, timed, report } = content;
  if (device !== undefined && device !== null && namedIdentity(device, facts) !== identity)
    return refused('otherDevice');
  const replies = publication.packet === null ? [] : [encodeAcknowledgement(publication.packet)];
  return { type: 'message', state: identity, identity, word: name, retryKey, timed, report, replies };
}

/** One character for each byte: the names that it looks for are ASCII. */
const bytewise = new TextDecoder('latin1');

function mayHoldAlarm(payload: Uint8Array): boolean {
  return mayNameEvents(bytewise.decode(payload));
}
