import { setPriority } from 'node:os';
import { type ProtocolKey, protocols } from '@varde/catalogue/protocols';
import type { DeviceRequest } from '@varde/protocols/protocol';
import { worstFrames } from '@varde/protocols/testing/worst-frames';
import { type Flood, flood } from './flood.ts';

/**
 * Sends the worst frames from a separate process, which must not slow the measuring one. Ends on a message, with the
 * number of frames sent, or with its parent.
 */
export interface FloodOrder {
  ports: Partial<Record<FloodKind, number>>;
}

/** Unregistered on the port of a protocol, or as a registered device, each of whose frames is stored. */
export type FloodKind = ProtocolKey | 'registered';

const framesOf = Object.fromEntries(
  protocols.map(({ key }) => [
    key,
    worstFrames[key].map(({ frame }) => (frame instanceof Uint8Array ? frame : httpRequest(frame))),
  ]),
) as Record<ProtocolKey, Uint8Array[]>;

/** Frames of a registered device have a new sequence number each, so that none counts as a retry. */
const start = (kind: FloodKind, port: number): Flood =>
  kind === 'registered' ? flood(port, framesOf.eview, renumber) : flood(port, framesOf[kind]);

/** The sequence number is not part of the checksum. */
function renumber(frame: Uint8Array, number: number): Uint8Array {
  const copy = Buffer.from(frame);
  copy.writeUInt16LE(number % 0x10000, 6);
  return copy;
}

function httpRequest({ method, url, body }: DeviceRequest): Uint8Array {
  const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded';
  const length = Buffer.byteLength(body);
  return Buffer.from(
    `${method} ${url} HTTP/1.1\r\nhost: bench\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n${body}`,
  );
}

setPriority(19); // lowest priority: real attackers do not use this machine's processors
let floods: Flood[] = [];
process.on('message', (message: FloodOrder | 'end') => {
  if (message !== 'end') {
    floods = (Object.entries(message.ports) as [FloodKind, number][]).map(([kind, port]) => start(kind, port));
    return;
  }
  const frames = floods.reduce((sum, { stop }) => sum + stop(), 0);
  process.send?.(frames, () => process.exit());
});
process.on('disconnect', () => process.exit());
