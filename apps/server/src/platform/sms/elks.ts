import { z } from 'zod';
import { ProviderRefused, ProviderUncertain } from '../delivery/provider-answers.ts';
import { askProvider, type Provider, type ProviderAnswer } from './ask-provider.ts';
import type { SmsSender } from './sms-sender.ts';

const accepted = z.object({ id: z.string().min(1).max(200) });
/** In ten-thousandths of the currency of the account (46elks.com/docs/send-sms). */
const charged = z.object({ cost: z.int().min(0).max(2_000_000_000) });

/**
 * 46elks (46elks.com/docs/send-sms): a form with `from`, `to`, `message` and `whendelivered`, the address of delivery
 * reports. It has no key against doubles. What it refuses it says in a line of text; a sender that it does not accept is
 * a fault of the configuration, after whose repair the SMS leaves.
 */
export const elksSender = (provider: Provider, from: string): SmsSender => ({
  asksForReports: true,
  async send({ to, text, reportUrl }) {
    const answer = await askProvider(provider, {
      body: new URLSearchParams({
        ...{ from, to, message: text },
        ...(reportUrl !== null && { whendelivered: reportUrl }),
      }),
    });
    const receipt = acceptedByElks(answer);
    const { data } = charged.safeParse(answer.body);
    return data === undefined ? receipt : { receipt, price: data.cost };
  },
});

/** Fields that are Varde's own: a fault in one is no fault of the receiver. */
const ownFields = /\b(from|voice_start|whenhangup|whendelivered)\b/i;

/** The name that 46elks gives what it has accepted. Throws as `SmsSender.send`. */
export function acceptedByElks({ status, body, text }: ProviderAnswer): string {
  const said = `46elks answered ${status}: ${text.slice(0, 200)}`;
  if (status === 400 && !ownFields.test(text)) throw new ProviderRefused(said);
  if (status !== 200) throw new Error(said);
  const { success, data } = accepted.safeParse(body);
  if (!success) throw new ProviderUncertain('46elks gave an answer without an id');
  return data.id;
}
