import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeWatchFrame, parseWatchFrame } from '../frame.ts';
import { addressArbitrary, messageArbitraries } from '../testing/message-arbitraries.ts';
import { decodeWatchMessage, encodeWatchMessage } from './codec.ts';

describe('watch messages', () => {
  it.each(Object.entries(messageArbitraries))('%s is the same after encoding and decoding', (_type, messages) => {
    fc.assert(
      fc.property(addressArbitrary, messages, (address, message) => {
        const frame = parseWatchFrame(encodeWatchFrame(address, encodeWatchMessage(message)));
        if ('malformed' in frame) throw new Error(frame.malformed);
        const { content, ...from } = frame;
        expect(from).toEqual(address);
        expect(decodeWatchMessage(content)).toEqual(message);
      }),
    );
  });
});
