import { protocolByKey } from '@varde/catalogue/protocols';
import { type Batch, openMessages } from '../batch.ts';

/**
 * Protocols with a token per device send its hash with every message. A message with a wrong or missing token is
 * refused: otherwise a sender who guesses an identity could raise its alarm.
 */
export async function checkToken(batch: Batch): Promise<void> {
  for (const entry of openMessages(batch)) {
    const given = entry.uplink.tokenHash;
    const { protocol, secret } = entry.identity;
    const expected = protocolByKey(protocol)?.token === true ? secret : null;
    if ((given !== undefined || expected !== null) && given !== expected) entry.verdict = 'wrongToken';
  }
}
