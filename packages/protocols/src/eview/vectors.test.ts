import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../hex.ts';
import { asFromSocket, receiveInAnySplit } from '../testing/receiving.ts';
import { reportFaults } from '../testing/report-faults.ts';
import { decodeFrame, eview } from './index.ts';
import { buildFrame, decodeMessage, type EviewMessage, encodeMessage } from './messages/message.ts';
import vectors from './vectors/vectors.json' with { type: 'json' };

/** The server's result for a frame on a connection where `identity` was the last device. */
function received(input: string, identity: string | null) {
  const heard = receiveInAnySplit(eview, { ...eview.initialState, identity }, fromHex(input), vectors.now);
  expect(heard).toHaveLength(1);
  const [only] = heard;
  expect(toHex(only?.output.bytes ?? new Uint8Array())).toBe(input);
  if (only?.output.type === 'garbage') return { type: 'garbage', reason: only.output.reason };
  if (!only?.received) throw new Error('a frame that nobody received');
  const { state: _state, ...rest } = only.received;
  if (rest.type === 'malformed') return rest;
  expect(reportFaults(rest.report)).toEqual([]);
  return { ...rest, replies: rest.replies.map((reply) => toHex(reply)) };
}

describe('captured and hand-made frames', () => {
  it.each(vectors.decode)('$id: $means', ({ input, connection, expect: expected }) => {
    expect(received(input, connection)).toEqual(expected);
  });

  it.each(vectors.decode)('$id is encoded to the same bytes', ({ input }) => {
    const frame = decodeFrame(asFromSocket(fromHex(input)).bytes);
    if (!frame) throw new Error('not a frame');
    expect(toHex(encodeMessage(decodeMessage(frame.body)))).toBe(toHex(frame.body));
  });

  it.each(vectors.encode)('$id: $means', ({ message, sequence, wantsAck, output }) => {
    expect(toHex(buildFrame(message as EviewMessage, sequence, wantsAck))).toBe(output);
  });

  it('decodes every captured item that the notes describe', () => {
    const unknown = new Set<number | null>();
    for (const { input } of vectors.decode.filter(({ id }) => id.startsWith('minifinder2-'))) {
      const message = decodeMessage(fromHex(input).subarray(8));
      if (message.command !== 'data' && message.command !== 'services') continue;
      for (const item of message.items) if (item.type === 'unknown') unknown.add(item.key);
    }
    expect([...unknown]).toEqual([]);
  });
});
