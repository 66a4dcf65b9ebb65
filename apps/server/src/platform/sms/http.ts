import { ProviderUncertain } from '../delivery/provider-answers.ts';
import { askProvider, providerAt } from './ask-provider.ts';
import { filled, type HttpTemplate, hasReport, receiptIn } from './http-template.ts';
import type { SmsSender } from './sms-sender.ts';

interface HttpAccount {
  /** With placeholders, and the name and the password of the account. */
  url: string;
  from: string;
  timeoutMs: number | undefined;
}

/**
 * A provider by its configuration (docs/sms.md). Accepted is a status 2xx, with the provider's own name for the SMS where
 * the configuration says where it stands. No status refuses an SMS for good: what one means is not known here, and a fault
 * of the template must not end the messages of an alarm.
 */
export const httpSender = ({ url, from, timeoutMs }: HttpAccount, template: HttpTemplate): SmsSender => ({
  asksForReports: hasReport(url, template),
  async send({ id, to, text, reportUrl }) {
    const values = { id, to, digits: to.slice(1), text, from, report: reportUrl ?? '' };
    const { address, ...request } = filled(url, template, values);
    const answer = await askProvider(providerAt(address, timeoutMs), request);
    const { status } = answer;
    if (status < 200 || status > 299) throw new Error(`the provider answered ${status}: ${answer.text.slice(0, 200)}`);
    if (template.receipt === undefined) return null;
    const receipt = receiptIn(template.receipt, answer);
    if (receipt === null)
      throw new ProviderUncertain(`the provider did not name the SMS: ${answer.text.slice(0, 200)}`);
    return receipt;
  },
});
