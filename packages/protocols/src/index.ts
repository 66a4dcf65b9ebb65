import {
  type BrokerProtocolKey,
  type ProtocolKey,
  protocolByKey,
  type StreamProtocolKey,
} from '@varde/catalogue/protocols';
import type { DeviceCommand } from '@varde/catalogue/report';
import { eview } from './eview/index.ts';
import { http, mqtt } from './open/index.ts';
import { osmand } from './osmand/index.ts';
import type { BrokerProtocol, RequestProtocol, StreamProtocol } from './protocol.ts';
import { wordOf } from './watch/frame.ts';
import { watch } from './watch/index.ts';

/** The protocol of a key, as its transport needs it. Only the protocol itself knows the type of its state. */
export type ProtocolOf<K extends ProtocolKey> = K extends StreamProtocolKey
  ? StreamProtocol<unknown>
  : K extends BrokerProtocolKey
    ? BrokerProtocol<unknown>
    : RequestProtocol;

/** The code for each line of the catalogue's `protocols`; a missing one does not compile. */
export const protocolModules: { readonly [K in ProtocolKey]: ProtocolOf<K> } = {
  eview,
  watch,
  osmand,
  http,
  mqtt,
};

/** What the protocols know of the words of their devices. */
export const deviceWords = {
  /** Whether a name under which a value of a message is kept is a word that its protocol does not know. */
  isUnknown(key: string, name: string, messageWord: string): boolean {
    const facts = protocolByKey(key);
    const protocol = facts && protocolModules[facts.key];
    if (protocol === undefined || protocol.transport === 'http') return true;
    return protocol.isUnknownWord?.(name, messageWord) ?? true;
  },
  /** What stands for the word of a watch's frame that holds none (`badWord`). */
  inFrame: wordOf,
};

/** Whether the protocol of a key can encode a command; false for one without a gateway in Varde. */
export function carries(key: string, command: DeviceCommand): boolean {
  const facts = protocolByKey(key);
  if (facts === undefined) return false;
  const protocol = protocolModules[facts.key];
  const carrier = protocol.transport === 'http' ? protocol.commands : protocol;
  return carrier?.carries(command) ?? false;
}
