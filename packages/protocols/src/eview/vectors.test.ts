import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../hex.ts';
import { reportFaults } from '../testing/report-faults.ts';
import { decodeFrame, eview } from './index.ts';
import { buildFrame, decodeMessage, type EviewMessage, encodeMessage } from './messages/message.ts';
import { receive } from './session.ts';
import vectors from './vectors/vectors.json' with { type: 'json' };

/** What a server makes of a frame on a connection where `identity` spoke last. */
function received(input: string, identity: string | null) {
  const outputs = eview.createFramer().push(fromHex(input));
  expect(outputs).toHaveLength(1);
  const [output] = outputs;
  if (output?.type !== 'frame') return { type: output?.type, reason: output?.reason };
  const { state: _state, ...result } = receive(
    { ...eview.initialState, identity },
    output.bytes,
    vectors.now,
  );
  if (result.type === 'malformed') return result;
  expect(reportFaults(result.report)).toEqual([]);
  return { ...result, replies: result.replies.map((reply) => toHex(reply)) };
}

describe('captured and hand-made frames', () => {
  it.each(vectors.decode)('$id: $means', ({ input, connection, expect: expected }) => {
    expect(received(input, connection)).toEqual(expected);
  });

  it.each(vectors.decode)('$id is written back to the same bytes', ({ input }) => {
    const frame = decodeFrame(fromHex(input));
    if (!frame) throw new Error('not a frame');
    expect(toHex(encodeMessage(decodeMessage(frame.body)))).toBe(toHex(frame.body));
  });

  it.each(vectors.encode)('$id: $means', ({ message, sequence, wantsAck, output }) => {
    expect(toHex(buildFrame(message as EviewMessage, sequence, wantsAck))).toBe(output);
  });

  it('leaves no captured item undecoded that the notes describe', () => {
    const unknown = new Set<number | null>();
    for (const { input } of vectors.decode.filter(({ id }) => id.startsWith('minifinder2-'))) {
      const message = decodeMessage(fromHex(input).subarray(8));
      if (message.command !== 'data' && message.command !== 'services') continue;
      for (const item of message.items) if (item.type === 'unknown') unknown.add(item.key);
    }
    expect([...unknown]).toEqual([]);
  });
});
