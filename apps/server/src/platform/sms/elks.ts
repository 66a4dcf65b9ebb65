import { z } from 'zod';
import { askProvider, type Provider } from './ask-provider.ts';
import { SmsRefused, type SmsSender, SmsUncertain } from './sms-sender.ts';

const accepted = z.object({ id: z.string().min(1).max(200) });

/**
 * 46elks (46elks.com/docs/send-sms): a form with `from`, `to`, `message` and `whendelivered`, the address of delivery
 * reports. It has no key against doubles. What it refuses it says in a line of text; a sender that it does not accept is
 * a fault of the configuration, after whose repair the SMS leaves.
 */
export const elksSender = (provider: Provider, from: string): SmsSender => ({
  async send({ to, text, reportUrl }) {
    const { status, body, ...answer } = await askProvider(provider, {
      body: new URLSearchParams({
        ...{ from, to, message: text },
        ...(reportUrl !== null && { whendelivered: reportUrl }),
      }),
    });
    const said = `46elks answered ${status}: ${answer.text.slice(0, 200)}`;
    if (status === 400 && !/\bfrom\b/i.test(answer.text)) throw new SmsRefused(said);
    if (status !== 200) throw new Error(said);
    const { success, data } = accepted.safeParse(body);
    if (!success) throw new SmsUncertain('46elks gave an answer without the id of the SMS');
    return data.id;
  },
});
