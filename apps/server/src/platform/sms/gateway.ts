import { z } from 'zod';
import { ProviderRefused, ProviderUncertain } from '../delivery/provider-answers.ts';
import { askProvider, type Provider, type ProviderAnswer } from './ask-provider.ts';
import type { SmsSender } from './sms-sender.ts';

/** A bad number or a bad text; every other status may be a fault of the gateway or of its configuration. */
const refusals = new Set([400, 422]);
/** What of the answer is of use. */
const accepted = z.object({ id: z.union([z.string(), z.number()]).nullish() });

/**
 * A gateway of one's own (docs/sms.md): `POST url` with `{"id", "to", "text"}` as JSON, and `Idempotency-Key` with the
 * same id. Accepted is a status 2xx with a JSON object, which may have an `id`: a page of a proxy is no answer of a
 * gateway.
 */
export const gatewaySender = (provider: Provider): SmsSender => ({
  asksForReports: true,
  async send({ id, to, text, reportUrl }) {
    const answer = await askProvider(provider, {
      headers: { 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify({ id, to, text, ...(reportUrl !== null && { reportUrl }) }),
    });
    return acceptedBy(answer);
  },
});

/** The gateway's own name for what it has accepted. Throws as `SmsSender.send`. */
export function acceptedBy({ status, body }: ProviderAnswer): string | null {
  if (refusals.has(status)) throw new ProviderRefused(`the gateway answered ${status}`);
  if (status < 200 || status > 299) throw new Error(`the gateway answered ${status}`);
  const answer = accepted.safeParse(body);
  if (!answer.success) throw new ProviderUncertain('the gateway gave an answer that is no JSON object');
  return answer.data.id == null ? null : String(answer.data.id).slice(0, 200);
}
