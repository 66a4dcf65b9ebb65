import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../hex.ts';
import { asFromSocket } from '../testing/receiving.ts';
import { decodeFrame, encodeFrame, maxBodyBytes } from './frame.ts';
import { createFramer, maxFrameBytes } from './framer.ts';

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

  it('does not let a start with a large length delay the frame behind it', () => {
    const outputs = createFramer().push(Uint8Array.of(...fromHex('ab10ff7f00000000'), ...good));
    expect(outputs).toEqual([{ type: 'garbage', reason: 'header', bytes: fromHex('ab10ff7f00000000') }, frame]);
  });

  it('emits a whole frame inside an incomplete one once, and the outer one too when it is complete', () => {
    const rest = Uint8Array.of(0x99, 0x98, 0x97);
    const outer = encodeFrame({ flags: 0x10, sequence: 1, body: Uint8Array.of(1, 2, ...good, ...rest) });
    const framer = createFramer();
    const [first, last] = [outer.subarray(0, -rest.length), outer.subarray(-rest.length)];
    expect(framer.push(first)).toEqual([
      { type: 'garbage', reason: 'falseStart', bytes: outer.subarray(0, 10) },
      frame,
    ]);
    expect(framer.isWaiting).toBe(true);
    expect(framer.push(Uint8Array.of(...last, ...good))).toEqual([{ type: 'frame', bytes: outer }, frame]);
    expect(framer.isWaiting).toBe(false);
  });

  it('takes a complete frame as it is, whatever it holds', () => {
    const outer = encodeFrame({ flags: 0x10, sequence: 1, body: Uint8Array.of(1, 2, ...good) });
    expect(createFramer().push(outer)).toEqual([{ type: 'frame', bytes: outer }]);
  });

  it('emits each frame behind a false start once, also when the false start ends with a wrong checksum', () => {
    const start = fromHex('ab10200000000000 01');
    const framer = createFramer();
    expect(framer.push(Uint8Array.of(...start, ...good))).toEqual([
      { type: 'garbage', reason: 'falseStart', bytes: start },
      frame,
    ]);
    expect(framer.push(good)).toEqual([frame]);
    // The false start claims 40 bytes: with these it is complete, and wrong.
    expect(framer.push(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9))).toEqual([
      { type: 'garbage', reason: 'crc', bytes: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9) },
    ]);
    expect(framer.isWaiting).toBe(false);
  });

  it('discards a frame that stays incomplete, and reads the next one', () => {
    const half = good.subarray(0, 9);
    const framer = createFramer();
    expect(framer.push(half)).toEqual([]);
    expect(framer.isWaiting).toBe(true);
    expect(framer.giveUp()).toEqual([{ type: 'garbage', reason: 'incomplete', bytes: half }]);
    expect(framer.isWaiting).toBe(false);
    expect(framer.giveUp()).toEqual([]);
    expect(framer.push(good)).toEqual([frame]);
  });

  it('discards only bytes that it has not emitted yet', () => {
    const start = fromHex('ab10ff7f00000000 01');
    const framer = createFramer();
    framer.push(Uint8Array.of(...start, ...good, 0xab));
    expect(framer.giveUp()).toEqual([{ type: 'garbage', reason: 'incomplete', bytes: Uint8Array.of(0xab) }]);
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

  it('emits copies, so that the network may reuse its buffer', () => {
    const { bytes: chunk } = asFromSocket(good);
    const [output] = createFramer().push(chunk);
    chunk.fill(0);
    expect(output).toEqual(frame);
  });
});

describe('a frame', () => {
  it('is decoded only when it is complete', () => {
    expect(decodeFrame(good)).toEqual({ flags: 0, sequence: 0x02c6, body: fromHex('7f0100') });
    expect(decodeFrame(good.subarray(0, 10))).toBeNull();
    expect(decodeFrame(good.subarray(0, 8))).toBeNull();
    expect(decodeFrame(Uint8Array.of(0, ...good.subarray(1)))).toBeNull();
  });

  it('is not encoded without a body, nor with more than 32 KiB', () => {
    expect(() => encodeFrame({ flags: 0, sequence: 0, body: new Uint8Array() })).toThrow(RangeError);
    expect(() => encodeFrame({ flags: 0, sequence: 0, body: new Uint8Array(maxBodyBytes + 1) })).toThrow(RangeError);
  });
});
