import type { RequestProtocol } from '@varde/protocols/protocol';

/** A request or an answer as it is kept, without the secrets of the device. */
export function keptText(protocol: RequestProtocol, text: string): Uint8Array {
  const bytes = Buffer.from(text);
  return protocol.withoutSecrets?.(bytes) ?? bytes;
}
