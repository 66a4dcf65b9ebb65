import type { ProtocolKey, RequestProtocolKey } from '@varde/catalogue/protocols';
import { worstFrames as eview } from '../eview/testing/worst-frames.ts';
import { worstFrames as http, worstPublications as mqtt } from '../open/testing/worst-frames.ts';
import { worstFrames as osmand } from '../osmand/testing/worst-frames.ts';
import type { DeviceRequest } from '../protocol.ts';
import { worstFrames as watch } from '../watch/testing/worst-frames.ts';
import type { WorstFrame } from './worst-frame.ts';

/** The worst frames of each protocol. A new protocol does not compile without its own. */
export const worstFrames: {
  readonly [K in ProtocolKey]: readonly WorstFrame<K extends RequestProtocolKey ? DeviceRequest : Uint8Array>[];
} = {
  eview,
  watch,
  osmand,
  http,
  mqtt,
};
