import { setPriority } from 'node:os';
import { eviewWorstFrames, osmandWorstFrames, watchWorstFrames } from '@varde/protocols/testing/worst-frames';
import { type Flood, flood } from './flood.ts';

/**
 * Sends the worst frames, in a process of its own, which must not hold up the one that measures. Ends when told, with
 * the number of frames that it has sent, or with its parent.
 */
export interface FloodOrder {
  ports: Partial<Record<FloodKind, number>>;
}

/** Unregistered on the port of a protocol, or as a registered device, each of whose frames is stored. */
export type FloodKind = 'eview' | 'watch' | 'osmand' | 'registered';

const start: Record<FloodKind, (port: number) => Flood> = {
  eview: (port) => flood(port, eviewFrames),
  watch: (port) =>
    flood(
      port,
      watchWorstFrames.map(({ frame }) => frame),
    ),
  osmand: (port) =>
    flood(
      port,
      osmandWorstFrames.map(({ frame }) => httpRequest(frame.body)),
    ),
  // A new sequence each time, so that none is taken for a retry.
  registered: (port) => flood(port, eviewFrames, renumber),
};

const eviewFrames = eviewWorstFrames.map(({ frame }) => frame);

/** The sequence is no part of the checksum. */
function renumber(frame: Uint8Array, number: number): Uint8Array {
  const copy = Buffer.from(frame);
  copy.writeUInt16LE(number % 0x10000, 6);
  return copy;
}

function httpRequest(body: string): Uint8Array {
  const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded';
  const length = Buffer.byteLength(body);
  return Buffer.from(
    `POST / HTTP/1.1\r\nhost: bench\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n${body}`,
  );
}

setPriority(19); // strangers have machines of their own: theirs must not take this one's processors
let floods: Flood[] = [];
process.on('message', (message: FloodOrder | 'end') => {
  if (message !== 'end') {
    floods = (Object.entries(message.ports) as [FloodKind, number][]).map(([kind, port]) =>
      start[kind](port),
    );
    return;
  }
  const frames = floods.reduce((sum, { stop }) => sum + stop(), 0);
  process.send?.(frames, () => process.exit());
});
process.on('disconnect', () => process.exit());
