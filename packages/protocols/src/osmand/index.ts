import type { RequestProtocol } from '../protocol.ts';
import { osmandRequest } from './encode.ts';
import { parseOsmand } from './parse.ts';
import { maxBodyLength } from './request.ts';

export { type OsmandForm, osmandRequest } from './encode.ts';
export { parseOsmand } from './parse.ts';

/** OsmAnd, Traccar Client and Varde's own app (protocol notes 4): one HTTP request for each position. */
export const osmand: RequestProtocol = {
  id: 'osmand',
  transport: 'http',
  maxBodyLength,
  read: parseOsmand,
  write: (sample, sender) => osmandRequest(sample, sender),
  commands: null,
};
