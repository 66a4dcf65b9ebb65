import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../hex.ts';
import { asFromSocket, hearPieces, receiveInAnySplit, receiveUntouched } from '../testing/receiving.ts';
import { reportFaults } from '../testing/report-faults.ts';
import { watchCommand } from './commands.ts';
import { unescapeBytes } from './escape.ts';
import { bytesOf, encodeWatchFrame, parseWatchFrame, textOf, type WatchContent } from './frame.ts';
import { createWatchFramer } from './framer.ts';
import { watch } from './index.ts';
import { decodeWatchMessage, encodeWatchMessage } from './messages/codec.ts';
import { referenceDifferences } from './testing/reference-differences.ts';
import vectors from './vectors/vectors.json' with { type: 'json' };

const now = Date.UTC(2026, 0, 15);
type Vector = (typeof vectors.vectors)[number];

describe('captured watch frames', () => {
  it.each(vectors.vectors)('$id is decoded and answered as described', (vector) => {
    expect(received(vector)).toEqual(vector.expect);
  });

  it.each(vectors.vectors)('$id holds nothing impossible', (vector) => {
    expect(reportFaults(received(vector).report)).toEqual([]);
  });

  it.each(vectors.vectors)('$id differs from the reference only where a reason is given', (vector) => {
    const { result, replies } = vector.reference;
    const differences = referenceDifferences(received(vector), { result, replies });
    expect(differences).toEqual(Object.keys(vector.differs).sort());
    for (const reason of Object.values(vector.differs)) expect(vectors.reasons).toHaveProperty(reason);
  });

  it.each(vectors.vectors)('$id means the same when it is encoded again', (vector) => {
    const frame = parseWatchFrame(asFromSocket(bytesIn(vector)).bytes);
    if ('malformed' in frame) throw new Error(frame.malformed);
    const message = decodeWatchMessage(frame.content);
    const again = decodeWatchMessage(encodeWatchMessage(message));
    if (message.type === 'position') delete message.fix.unread;
    expect(again).toEqual(message);
  });

  it('gives no reason that no frame needs', () => {
    const used = new Set(vectors.vectors.flatMap(({ differs }) => Object.values(differs)));
    expect([...used].sort()).toEqual(Object.keys(vectors.reasons).sort());
  });
});

describe('captured connections', () => {
  it.each(vectors.connections)('$id: $means', ({ frames, battery, steps }) => {
    let state = watch.initialState;
    const samples = frames.map((frame) => {
      const received = receiveUntouched(watch, state, bytesOf(frame), now);
      if (received.type === 'malformed') throw new Error(received.reason);
      state = received.state;
      expect(reportFaults(received.report)).toEqual([]);
      return received.report.samples[0];
    });
    expect(samples.map((sample) => sample?.battery?.level ?? null)).toEqual(battery);
    expect(samples.map((sample) => sample?.steps ?? null)).toEqual(steps);
  });
});

describe('framing of captured streams', () => {
  it.each(vectors.framing)('$id: $note', ({ hex, frames, unescapedContentHex }) => {
    const outputs = receiveInAnySplit(watch, watch.initialState, fromHex(hex), now).map(({ output }) => output);
    expect(outputs.map(({ type }) => type)).toEqual(Array.from({ length: frames }, () => 'frame'));
    expect(outputs.map(({ bytes }) => toHex(bytes)).join('')).toBe(hex);
    if (unescapedContentHex === undefined) return;
    const frame = parseWatchFrame(fromHex(hex));
    const body = 'malformed' in frame ? null : unescapeBytes(frame.content.body ?? new Uint8Array());
    expect(`${toHex(bytesOf('TK,'))}${toHex(body ?? new Uint8Array())}`).toBe(unescapedContentHex);
  });
});

describe('commands in the reference’s encoding', () => {
  it.each(vectors.encode)('$id', ({ command, address, hex }) => {
    expect(toHex(encodeWatchFrame(address, contentOf(command)))).toBe(hex);
  });
});

describe('malformed input', () => {
  it.each(vectors.malformed)('$id: $means', ({ text, garbage, reason }) => {
    const { bytes } = asFromSocket(bytesOf(text));
    const outputs = createWatchFramer().push(bytes);
    expect(outputs.flatMap((output) => (output.type === 'garbage' ? [output.reason] : []))).toEqual(garbage);
    if (reason === undefined) return;
    const result = receiveUntouched(watch, watch.initialState, outputs[0]?.bytes ?? new Uint8Array(), now);
    expect(result).toMatchObject({ type: 'malformed', reason, identity: null });
  });
});

function bytesIn({ text, hex }: Vector): Uint8Array {
  return hex === undefined ? bytesOf(text ?? '') : fromHex(hex);
}

/** In one piece: stream-protocols.test.ts proves that every split gives the same. */
function received(vector: Vector) {
  const heard = hearPieces(watch, watch.initialState, [bytesIn(vector)], now);
  expect(heard.map(({ output }) => output)).toEqual([{ type: 'frame', bytes: bytesIn(vector) }]);
  const result = heard[0]?.received;
  if (result?.type !== 'message') throw new Error(result?.reason);
  const { identity, word, report, replies } = result;
  return { identity: identity ?? '', word, report, replies: replies.map(textOf) };
}

function contentOf(command: (typeof vectors.encode)[number]['command']): WatchContent {
  switch (command.type) {
    case 'rebootDevice':
      return watchCommand.reset();
    case 'sosNumber':
      return watchCommand.sosNumber(1, command.phone ?? '');
    case 'voiceMessage':
      return watchCommand.voice(fromHex(command.dataHex ?? ''));
    case 'message':
      return watchCommand.message(command.message ?? '');
    case 'setTimezone':
      return watchCommand.languageAndZone(command.language ?? null, command.offsetMinutes ?? 0);
    default:
      return watchCommand.custom(command.data ?? '');
  }
}
