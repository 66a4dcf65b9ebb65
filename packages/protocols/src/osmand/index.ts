import type { ProtocolId } from '../protocol.ts';
import { maxBodyLength } from './request.ts';

export { type OsmandForm, type OsmandSender, osmandRequest } from './encode.ts';
export { type OsmandMalformed, type OsmandReceived, parseOsmand } from './parse.ts';
export type { OsmandRequest } from './request.ts';

/** OsmAnd, Traccar Client and Varde's own app (protocol notes 4): one HTTP request for each position. */
export const osmand = {
  id: 'osmand',
  defaultPort: 5055,
  maxBodyLength,
} as const satisfies { id: ProtocolId; defaultPort: number; maxBodyLength: number };
