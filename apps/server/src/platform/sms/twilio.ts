import { z } from 'zod';
import { ProviderRefused, ProviderUncertain } from '../delivery/provider-answers.ts';
import { askProvider, type Provider, type ProviderAnswer } from './ask-provider.ts';
import type { SmsSender } from './sms-sender.ts';

const accepted = z.object({ sid: z.string().min(1).max(200) });
const refused = z.object({ code: z.number(), message: z.string() });

/**
 * Codes of twilio.com/docs/api/errors about the number or the text. Others are about the account or the sender, after
 * whose repair the SMS or the call leaves.
 */
const refusals = new Set([
  21211, // `To` is no phone number
  21214, // `To` cannot be reached
  21216, // calls to `To` are blocked
  21217, // `To` does not seem to be valid
  21265, // `To` is a short code
  21408, // no SMS to the region of `To`
  21602, // the text is missing
  21604, // `To` is missing
  21610, // the recipient has unsubscribed
  21612, // `To` cannot be reached from the sender
  21614, // `To` is no mobile number
  21617, // the text is too long
  21635, // `To` is a landline
]);

/**
 * Twilio (twilio.com/docs/messaging/api/message-resource): a form with `To`, `From`, `Body` and `StatusCallback`, the
 * address of delivery reports; 201 with the `sid` of the message. It has no key against doubles.
 */
export const twilioSender = (provider: Provider, from: string): SmsSender => ({
  asksForReports: true,
  send: async ({ to, text, reportUrl }) =>
    acceptedByTwilio(
      await askProvider(provider, {
        body: new URLSearchParams({
          ...{ To: to, From: from, Body: text },
          ...(reportUrl !== null && { StatusCallback: reportUrl }),
        }),
      }),
    ),
});

/** The name that Twilio gives what it has accepted. Throws as `SmsSender.send`. */
export function acceptedByTwilio({ status, body }: ProviderAnswer): string {
  if (status < 200 || status > 299) {
    const { data } = refused.safeParse(body);
    const said = `Twilio answered ${status}${data ? `: ${data.code} ${data.message.slice(0, 200)}` : ''}`;
    throw data && refusals.has(data.code) ? new ProviderRefused(said) : new Error(said);
  }
  const { success, data } = accepted.safeParse(body);
  if (!success) throw new ProviderUncertain('Twilio gave an answer without a sid');
  return data.sid;
}
