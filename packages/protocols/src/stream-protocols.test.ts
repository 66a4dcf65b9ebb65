import type { StreamProtocolKey } from '@varde/catalogue/protocols';
import { buildFrame, eview } from './eview/index.ts';
import vectorsOfEview from './eview/vectors/vectors.json' with { type: 'json' };
import { fromHex } from './hex.ts';
import { eviewFrames } from './testing/eview-messages.ts';
import { describeStreamProtocol, type StreamProtocolCase } from './testing/stream-protocol.ts';
import { bytesOf, encodeWatchFrame, parseWatchFrame, textContent, textOf } from './watch/frame.ts';
import { watch } from './watch/index.ts';
import { frameArbitrary } from './watch/testing/message-arbitraries.ts';
import vectorsOfWatch from './watch/vectors/vectors.json' with { type: 'json' };

const eviewCase: StreamProtocolCase<typeof eview.initialState> = {
  protocol: eview,
  captured: vectorsOfEview.decode.map(({ id, connection, input }) => ({
    id,
    state: { ...eview.initialState, identity: connection },
    stream: fromHex(input),
  })),
  frames: eviewFrames,
  costly: [
    Uint8Array.of(0xab),
    // Starts of the longest frame, with a command that exists, as close together as possible.
    fromHex('ab10008000000000 01'),
    fromHex('ab10ff7f00000000 01'),
    // Short frames with a wrong checksum.
    fromHex('ab100100ffff0000 01'),
    fromHex('ab1000010000ab10 0001'),
    new Uint8Array(64),
    // A start of the longest frame that never ends, and whole frames behind it.
    Uint8Array.of(...fromHex('ab10ff7f00000000 01'), ...Array(3_000).fill(fromHex('ab00030008c7c6027f0100')).flat()),
  ],
  behindFalseStarts: {
    startByte: 0xab,
    withLength: (frame, length) => {
      const copy = frame.slice();
      new DataView(copy.buffer).setUint16(2, length, true);
      return copy;
    },
    sosAfter: (_frame, number) => {
      const id = number % 2 === 0 ? '867730053403279' : '862311065495895';
      const items = [{ type: 'deviceId', id } as const, { type: 'alarm', bits: 0x1000 } as const];
      return buildFrame({ command: 'data', items }, number, true);
    },
  },
};

const fix = '150126,120000,A,59.911491,N,10.7579330,E,3.6,90.0,10.0,9,80,55,1200,3,00010000';

const watchCase: StreamProtocolCase<typeof watch.initialState> = {
  protocol: watch,
  captured: vectorsOfWatch.vectors.map(({ id, text, hex }) => ({
    id,
    state: watch.initialState,
    stream: hex === undefined ? bytesOf(text ?? '') : fromHex(hex),
  })),
  frames: frameArbitrary,
  costly: [
    '[',
    ']',
    '[3G*',
    '[3G*1*',
    '[3G*1*0000*',
    '[3G*1*0000*[3G*2*0000*',
    '[3G*1*ffff*aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'x',
    `[3G*1*ffff*${'[3G*2*0002*LK]'.repeat(2_000)}`,
  ].map(bytesOf),
  behindFalseStarts: {
    startByte: 0x5b,
    withLength: (frame, length) =>
      bytesOf(textOf(frame).replace(/\*[0-9a-f]{4}\*(?=[A-Za-z])/, `*${length.toString(16).padStart(4, '0')}*`)),
    sosAfter: (frame, number) => {
      const parsed = parseWatchFrame(frame);
      const same = 'malformed' in parsed ? { manufacturer: '3G', id: '1', index: null } : parsed;
      const address = number % 2 === 0 ? same : { manufacturer: '3G', id: '8800000015', index: null };
      return encodeWatchFrame(address, textContent('AL', fix, String(number)));
    },
  },
};

/** A new stream protocol does not compile until it makes the same promises. */
const cases: Record<StreamProtocolKey, (name: string) => void> = {
  eview: (name) => describeStreamProtocol(name, eviewCase),
  watch: (name) => describeStreamProtocol(name, watchCase),
};
for (const [name, describeIt] of Object.entries(cases)) describeIt(name);
