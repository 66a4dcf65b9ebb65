import type { ProtocolKey, StreamProtocolKey } from '@varde/catalogue/protocols';
import { eview } from './eview/index.ts';
import { http } from './http/index.ts';
import { osmand } from './osmand/index.ts';
import type { RequestProtocol, StreamProtocol } from './protocol.ts';
import { watch } from './watch/index.ts';

/** The protocol of a key, as its transport asks for it. Only the protocol itself knows what its state is. */
export type ProtocolOf<K extends ProtocolKey> = K extends StreamProtocolKey
  ? StreamProtocol<unknown>
  : RequestProtocol;

/** The code behind each line of the catalogue's `protocols`; a missing one does not compile. */
export const protocolModules: { readonly [K in ProtocolKey]: ProtocolOf<K> } = {
  eview,
  watch,
  osmand,
  http,
};
