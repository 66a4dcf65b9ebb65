import { answerMs } from '@varde/catalogue/command-life';
import type { NotCarriedBy } from '@varde/catalogue/device-actions';
import type { DeviceCommand, DeviceReport } from '@varde/catalogue/report';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { ByteWriter } from '../byte-writer.ts';
import { toHex } from '../hex.ts';
import type { Received, Sent } from '../protocol.ts';
import { retryHash } from '../retry-hash.ts';
import { encodeSettings } from '../settings-groups.ts';
import { ackWanted, decodeFrame, type EviewFrame } from './frame.ts';
import { type ConfigurationItem, configurationItems } from './messages/configuration-items.ts';
import type { DataItem } from './messages/data-items.ts';
import { buildFrame, decodeMessage, type EviewMessage } from './messages/message.ts';
import { isWhole, reportOf } from './report.ts';
import { eviewSettings, withLater } from './settings.ts';

/** The state of one connection. */
export interface EviewState {
  /** The device that identified itself last here. */
  identity: string | null;
  /** Sequence of the last command that was sent, 0…65535. */
  sequence: number;
  /** The items with parts that are no setting, as last reported or written on this connection. */
  settings: readonly ConfigurationItem[];
  /**
   * Settings that wait until the device has reported their items: the sequence with which they are then sent, when the
   * device was asked, and the sequence of the question for these items alone, after it had left them out of its answer to
   * the one for all.
   */
  waiting: { values: SettingValues; sequence: number; askedAt: number; askedAgain: number | null } | null;
  /** The question for the position that is not answered yet. */
  locating: string | null;
}

export const initialState: EviewState = { identity: null, sequence: 0, settings: [], waiting: null, locating: null };

const read = (keys: readonly (number | null)[]): EviewMessage => ({
  command: 'configuration',
  items: [{ type: 'read', keys: toHex(Uint8Array.from(keys.filter((key) => key !== null))) }],
});
const readAll = read([]);
const readOf = (types: readonly string[]) => read(types.map(configurationItems.keyOfType));

/** The empty item 0x12 asks a device for its position. Among the services it is a device's question for the time. */
const locateOnce: EviewMessage = { command: 'data', items: [{ type: 'clock' }] };

/** One frame → its meaning, and the answers to send once that is stored. */
export function receive(state: EviewState, bytes: Uint8Array, now: number): Received<EviewState> {
  const frame = decodeFrame(bytes);
  if (!frame) return { type: 'malformed', state, identity: state.identity, reason: 'frame' };
  const hash = retryHash(frame.body);
  const message = decodeMessage(frame.body);
  const identity = ownIdentity(message) ?? state.identity;
  if (identity === null) return { type: 'malformed', state, identity, reason: 'noIdentity' };
  const known = remember(state, identity, message);
  const answered = withWaiting(known, message, reportOf(message, frame.sequence), now);
  const { report, located } = withLocated(known.locating, answered.report);
  return {
    type: 'message',
    state: located ? { ...answered.state, locating: null } : answered.state,
    identity,
    word: wordOf(message),
    retryKey: isRepeatable(frame, message) ? `${frame.sequence}-${hash}` : null,
    timed: hasTime(report),
    report,
    replies: [...repliesTo(frame, message, now), ...answered.writes.map(({ bytes: write }) => write)],
    ...(answered.writes[0] && { goesOn: answered.writes[0] }),
  };
}

/** Settings, tracking as an upload interval, and the actions of docs/protocols/eview-commands.md. */
export function send(state: EviewState, command: DeviceCommand, now: number): Sent<EviewState> {
  switch (command.kind) {
    case 'readSettings':
      return sendItems(state, readAll);
    case 'writeSettings':
    case 'startTracking':
    case 'stopTracking': {
      // An earlier write that still waits is over: a device gets one write at a time.
      const free = { ...state, waiting: null };
      const encoded = encodeSettings(eviewSettings, command.values, state.settings);
      if (!('reason' in encoded)) return sendSettings(free, encoded.pieces);
      if (encoded.reason === 'notReported') return askFirst(free, command.values, now);
      return { type: 'unsupported', reason: encoded.reason };
    }
    case 'locate':
    case 'scanWifi': {
      const sent = sendItems(state, locateOnce);
      return { ...sent, state: { ...sent.state, locating: sent.ref } };
    }
    case 'findMe':
    case 'reboot':
    case 'factoryReset':
      return sendItems(state, { command: 'systemControl', items: [{ type: command.kind }] });
    default:
      return notCarried(command);
  }
}

type SentItems = Extract<Sent<EviewState>, { type: 'sent' }> & { ref: string };

/** A missing command of the catalogue's EV-07B entry does not compile here. */
function notCarried({ kind }: NotCarriedBy<'eview'>): Sent<EviewState> {
  return { type: 'unsupported', reason: `no known EV-07B command for ${kind}` };
}

function sendItems(state: EviewState, message: EviewMessage): SentItems {
  const sequence = nextSequence(state);
  return {
    type: 'sent',
    state: { ...state, sequence },
    bytes: buildFrame(message, sequence, true),
    word: wordOf(message),
    ref: String(sequence),
  };
}

const nextSequence = ({ sequence }: EviewState): number => (sequence === 0xffff ? 1 : sequence + 1);

/**
 * The device's answer says that it received the items, not that it took their values: it is asked for the same items
 * behind them, and what it then reports counts. `reserved`: the sequence of a write that has waited.
 */
function sendSettings(state: EviewState, settings: readonly ConfigurationItem[], reserved?: number): SentItems {
  const sequence = reserved ?? nextSequence(state);
  const items = [...settings];
  const write = buildFrame({ command: 'configuration', items }, sequence, true);
  const question = read(items.map(configurationItems.keyOf));
  const written = {
    ...state,
    settings: withLater(state.settings, items),
    sequence: reserved === undefined ? sequence : state.sequence,
  };
  const asked = sendItems(written, question);
  return { ...asked, ref: String(sequence), bytes: new ByteWriter().put(write).put(asked.bytes).toBytes() };
}

/** Some settings are parts of items, of which the rest must stay: the device is asked for its items before the write. */
function askFirst(state: EviewState, values: SettingValues, askedAt: number): SentItems {
  const asked = sendItems(state, readAll);
  const sequence = nextSequence(asked.state);
  return {
    ...asked,
    ref: String(sequence),
    state: { ...asked.state, sequence, waiting: { values, sequence, askedAt, askedAgain: null } },
  };
}

/**
 * The write that waited, when the device has reported the items. One that has left them out of all that it has is asked for
 * them by name, and then refuses the write. A report that comes later than an answer is waited for changes nothing: the
 * command is over, or was sent again and waits anew.
 */
function withWaiting(state: EviewState, message: EviewMessage, report: DeviceReport, now: number) {
  const { waiting } = state;
  const unchanged = { state, report, writes: [] };
  if (waiting === null) return unchanged;
  if (message.command !== 'configuration') return isRefused(waiting, report) ? withRefusal(state, report) : unchanged;
  const age = now - waiting.askedAt;
  if (age < 0 || age > answerMs) return { state: { ...state, waiting: null }, report, writes: [] };
  const encoded = encodeSettings(eviewSettings, waiting.values, state.settings);
  if (!('reason' in encoded)) {
    const { bytes, word, ref, state: after } = sendSettings(state, encoded.pieces, waiting.sequence);
    const writes = [{ bytes, word, ref }];
    return { state: { ...after, waiting: null }, report: withoutValues(report, waiting.values), writes };
  }
  if (waiting.askedAgain !== null || encoded.lacks === undefined)
    return isWhole(message.items) || message.items.length === 0 ? withRefusal(state, report) : unchanged;
  if (!isWhole(message.items)) return unchanged;
  const { bytes, word, state: after } = sendItems(state, readOf(encoded.lacks));
  const again = { ...waiting, askedAt: now, askedAgain: after.sequence };
  return { state: { ...after, waiting: again }, report, writes: [{ bytes, word, ref: String(waiting.sequence) }] };
}

type Waiting = NonNullable<EviewState['waiting']>;

const isRefused = ({ askedAgain }: Waiting, { confirmations }: DeviceReport): boolean =>
  confirmations.some(({ ref, ok }) => ref === String(askedAgain) && !ok);

/** The device does not have the items. */
function withRefusal(state: EviewState, report: DeviceReport) {
  const refusal = { ref: String(state.waiting?.sequence), ok: false, detail: 'notReported' };
  return {
    state: { ...state, waiting: null },
    report: { ...report, confirmations: [...report.confirmations, refusal] },
    writes: [],
  };
}

/** A value that is about to be written may be there by an earlier try of the same command, as the interval of tracking. */
function withoutValues(report: DeviceReport, written: SettingValues): DeviceReport {
  if (report.settings === undefined) return report;
  const others = Object.entries(report.settings).filter(([key, value]) => written[key] !== value);
  return { ...report, settings: Object.fromEntries(others) };
}

function ownIdentity(message: EviewMessage): string | undefined {
  switch (message.command) {
    case 'data':
    case 'services':
      return message.items.find((item) => item.type === 'deviceId')?.id;
    case 'configuration':
      return message.items.find((item) => item.type === 'imei')?.text || undefined;
    default:
      return undefined;
  }
}

function remember(state: EviewState, identity: string, message: EviewMessage): EviewState {
  const items = message.command === 'configuration' ? message.items : [];
  // Settings reported by another device on this connection are not this one's.
  if (identity !== state.identity)
    return { ...state, identity, settings: withLater([], items), waiting: null, locating: null };
  const settings = withLater(state.settings, items);
  return settings === state.settings ? state : { ...state, settings };
}

/**
 * A question for the position, or for the access points around, is answered by the device's acknowledgement or, from a
 * device that sends none, by its next position or list of access points that is not an old one.
 */
function withLocated(asked: string | null, report: DeviceReport): { report: DeviceReport; located: boolean } {
  const { samples, confirmations } = report;
  if (asked === null) return { report, located: false };
  if (confirmations.some(({ ref }) => ref === asked)) return { report, located: true };
  const located = samples.some(
    ({ position, accessPoints, historical }) => (position !== undefined || accessPoints !== undefined) && !historical,
  );
  return { report: located ? { ...report, confirmations: [{ ref: asked, ok: true }] } : report, located };
}

function wordOf(message: EviewMessage): string {
  if (message.command !== 'other') return message.command;
  return message.code === 0x7e ? 'firmware' : `command${message.code.toString(16).padStart(2, '0')}`;
}

/**
 * A device repeats a frame, with the same sequence, until it is acknowledged. A frame that wants no acknowledgement and
 * has no time is never repeated: an answer, or a settings report, looks the same at the next request.
 */
function isRepeatable(frame: EviewFrame, message: EviewMessage): boolean {
  if (message.command === 'response') return false;
  return message.command === 'data' || (frame.flags & ackWanted) !== 0;
}

/** True when the device, with its clock set, gave the time of any of this. */
function hasTime({ samples }: DeviceReport): boolean {
  return samples.some((sample) => sample.at !== null || sample.events.some((event) => event.at !== null));
}

/** Protocol notes 1.5 and 1.6: a request gets its answer, anything else an acknowledgement if wanted. */
function repliesTo(frame: EviewFrame, message: EviewMessage, now: number): Uint8Array[] {
  const answers = message.command === 'services' ? answersTo(message.items, now) : [];
  if (answers.length > 0) return [buildFrame({ command: 'services', items: answers }, frame.sequence)];
  if ((frame.flags & ackWanted) === 0 || message.command === 'response') return [];
  return [buildFrame({ command: 'response', code: 0 }, frame.sequence)];
}

/**
 * Each kind of request is answered once, however often a frame repeats it. A location aid is answered with zeros, as
 * the reference server does: no other answer is known to be accepted.
 */
function answersTo(items: readonly DataItem[], now: number): DataItem[] {
  const asked = new Set(items.map(({ type }) => type));
  const answers: DataItem[] = [];
  if (asked.has('clock')) answers.push({ type: 'clock', time: Math.floor(now / 1000) });
  if (asked.has('locationAid')) answers.push({ type: 'locationAid', lat: 0, lng: 0, reserved: 0 });
  return answers;
}
