import type { ProtocolKey } from '@varde/catalogue/protocols';
import type { Notice } from '../devices/notice.ts';

/**
 * Returns one line when a protocol of the server is unreachable, and null for each further device and attempt until
 * there was an answer again.
 */
export function createOutageReport(server: string): (protocol: ProtocolKey, notice: Notice) => string | null {
  const out = new Set<ProtocolKey>();
  return (protocol, notice) => {
    if (notice.type === 'acknowledged') out.delete(protocol);
    if (notice.type !== 'disconnected' || out.has(protocol)) return null;
    out.add(protocol);
    return `No contact with ${server} for ${protocol} (${notice.reason}); the devices go on trying`;
  };
}
