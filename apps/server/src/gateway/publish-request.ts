import type { IncomingMessage } from 'node:http';
import type { RequestProtocol } from '@varde/protocols/protocol';
import { hashOfToken } from '#platform/secrets/tokens.ts';
import type { CommandsToAnswer } from './commands-to-answer.ts';
import type { GatewayCore } from './gateway-core.ts';
import { keptText } from './kept-text.ts';
import { pathAndQuery, textOfBody } from './request-content.ts';
import type { TokenGuard } from './token-guard.ts';
import type { Outcome } from './uplink-publisher.ts';
import { bodyWithoutToken, urlWithoutToken } from './without-token.ts';

/**
 * Devices keep a message until they get 200, and repeat it otherwise. An unknown device and a wrong token are answered
 * alike, so that guessing reveals no identity.
 */
const statusOf: Record<NonNullable<Outcome>, number> = {
  stored: 200,
  duplicate: 200,
  recorded: 400,
  wrongToken: 401,
  unknownDevice: 401,
  unprocessable: 503,
};
/** Not durable: the device retries. */
const later = 503;
const tooMany = 429;

interface RequestContext {
  protocol: RequestProtocol;
  core: GatewayCore;
  address: string;
  guesses: TokenGuard;
  commands: CommandsToAnswer;
}

export interface RequestAnswer {
  /** HTTP status. */
  status: number;
  /** A command for the device; empty without one. */
  body: string;
}

const bare = (status: number): RequestAnswer => ({ status, body: '' });

/** Publishes a request and returns its answer. */
export async function publishRequest(
  { method = '', url: target = '', headers }: IncomingMessage,
  body: Buffer,
  { protocol, core, address, guesses, commands }: RequestContext,
): Promise<RequestAnswer> {
  const { 'content-type': contentType, authorization } = headers;
  const url = pathAndQuery(target);
  const content = textOfBody(body, headers, protocol.maxBodyLength);
  const text = typeof content === 'string' ? content : '';
  const received =
    typeof content === 'string' ? protocol.read({ method, url, contentType, authorization, body: content }) : content;
  const { publisher, clock } = core;
  const origin = core.origin('', address);
  const raw = () => keptText(protocol, `${method} ${urlWithoutToken(url)}\n\n${bodyWithoutToken(text)}`);
  if (received.type === 'malformed') {
    const isRecorded = await core.malformed.record(origin, { reason: received.reason, identity: null, raw });
    return bare(isRecorded ? received.status : later);
  }
  const { type: _type, token, ...message } = received;
  const tokenHash = hashOfToken(token ?? ''); // a missing one is as wrong as any other
  const attempt = { address, identity: message.identity, tokenHash };
  if (!guesses.mayTry(attempt, clock.monotonic())) return bare(tooMany);
  const verdict = await publisher.publish({ ...origin, kind: 'message', ...message, tokenHash, raw: raw() });
  if (verdict === 'stored' || verdict === 'duplicate') {
    guesses.recordSuccess(attempt);
    return { status: statusOf[verdict], body: commands.take(message.identity, origin) };
  }
  if (verdict === 'wrongToken' || verdict === 'unknownDevice') guesses.recordFailure(attempt, clock.monotonic());
  return bare(verdict === null ? later : statusOf[verdict]);
}
