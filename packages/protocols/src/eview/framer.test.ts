import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../hex.ts';
import { eviewFrames } from '../testing/eview-messages.ts';
import { describeFramerProperties } from '../testing/framer-properties.ts';
import { asFromSocket } from '../testing/receiving.ts';
import { decodeFrame, encodeFrame, maxBodyBytes } from './frame.ts';
import { createFramer, maxFrameBytes } from './framer.ts';
import { eview } from './index.ts';

describeFramerProperties('eview', {
  protocol: eview,
  frames: eviewFrames,
  costly: [
    Uint8Array.of(0xab),
    // Starts of the longest frame, with a command that exists, as close together as they can be.
    fromHex('ab10008000000000 01'),
    fromHex('ab10ff7f00000000 01'),
    // Short frames with a wrong checksum.
    fromHex('ab100100ffff0000 01'),
    fromHex('ab1000010000ab10 0001'),
    new Uint8Array(64),
  ],
});

const good = fromHex('ab00030008c7c6027f0100');
const frame = { type: 'frame', bytes: good };

describe('the framer', () => {
  it('drops a frame with a wrong checksum and finds the next one', () => {
    const bad = good.slice();
    bad[4] = 0;
    expect(createFramer().push(Uint8Array.of(...bad, ...good))).toEqual([
      { type: 'garbage', reason: 'crc', bytes: bad },
      frame,
    ]);
  });

  it('does not let a start with a large length hold up the frame behind it', () => {
    const outputs = createFramer().push(Uint8Array.of(...fromHex('ab10ff7f00000000'), ...good));
    expect(outputs).toEqual([
      { type: 'garbage', reason: 'header', bytes: fromHex('ab10ff7f00000000') },
      frame,
    ]);
  });

  it('takes no frame that is empty or longer than 32 KiB', () => {
    const outputs = createFramer().push(fromHex('ab10000000000000 ab10018000000000 02'));
    expect(outputs.map((output) => output.type)).toEqual(['garbage']);
  });

  it('carries the longest frame, sent in pieces of one byte', () => {
    const longest = encodeFrame({ flags: 0, sequence: 7, body: new Uint8Array(maxBodyBytes).fill(1) });
    expect(longest.length).toBe(maxFrameBytes);
    const framer = createFramer();
    const outputs = [...longest].flatMap((byte) => framer.push(Uint8Array.of(byte)));
    expect(outputs.map(({ bytes }) => toHex(bytes))).toEqual([toHex(longest)]);
  });

  it('hands out copies, so that the network may use its buffer again', () => {
    const { bytes: chunk } = asFromSocket(good);
    const [output] = createFramer().push(chunk);
    chunk.fill(0);
    expect(output).toEqual(frame);
  });
});

describe('a frame', () => {
  it('comes apart only when it is whole', () => {
    expect(decodeFrame(good)).toEqual({ flags: 0, sequence: 0x02c6, body: fromHex('7f0100') });
    expect(decodeFrame(good.subarray(0, 10))).toBeNull();
    expect(decodeFrame(good.subarray(0, 8))).toBeNull();
    expect(decodeFrame(Uint8Array.of(0, ...good.subarray(1)))).toBeNull();
  });

  it('is not built around nothing, nor around more than 32 KiB', () => {
    expect(() => encodeFrame({ flags: 0, sequence: 0, body: new Uint8Array() })).toThrow(RangeError);
    expect(() => encodeFrame({ flags: 0, sequence: 0, body: new Uint8Array(maxBodyBytes + 1) })).toThrow(
      RangeError,
    );
  });
});
