import { z } from 'zod';
import { ProviderRefused, ProviderUncertain } from '../delivery/provider-answers.ts';
import { askProvider, type Provider } from './ask-provider.ts';
import type { SmsSender } from './sms-sender.ts';

const accepted = z.object({ messageId: z.string().min(1).max(200), resultCode: z.literal(1005) });
const said = z.object({ resultCode: z.number(), description: z.string().optional() });

/** Result codes about the number or the text. Others are about the account, the sender or the network. */
const refusals = new Set([
  2104, // unknown subscriber
  2105, // the number is barred
  2106, // the number is none
  4001, // invalid content
  4003, // invalid text
  4007, // content that the number cannot receive
]);

/** What the account has besides its name and password; it stands in the query of the address. */
const accountParts = ['platformId', 'platformPartnerId'];

/** What a configuration of LINK Mobility lacks. */
export function missingForLink(smsUrl: string | undefined): string[] {
  const { searchParams } = new URL(smsUrl ?? 'https://localhost');
  return accountParts
    .filter((name) => smsUrl !== undefined && !searchParams.get(name))
    .map((name) => `VARDE_SMS_URL must have ${name}=… in its query for link-mobility`);
}

/** Outside of the characters that LINK Mobility carries: those of four bytes in UTF-8. */
const uncarried = /[\u{10000}-\u{10FFFF}]/gu;

/**
 * LINK Mobility (SMS REST API, "MT and Delivery Reports"): JSON with `source`, `destination`, `userData` and the two
 * numbers of the account; 200 with a `messageId` and the code 1005, queued. It has no key against doubles, and no address
 * of reports for each SMS: they go to the account's gate (`gate` in the query of the address), with the `refId` that the
 * SMS was sent with. That is the last part of `reportUrl`, which nobody else knows.
 */
export function linkSender(provider: Provider, from: string): SmsSender {
  const url = new URL(provider.url);
  const { gate, ...account } = Object.fromEntries(url.searchParams);
  url.search = '';
  return {
    asksForReports: gate !== undefined,
    async send({ to, text, reportUrl }) {
      const refId = gate === undefined ? undefined : reportUrl?.split('/').at(-1);
      const reports =
        refId === undefined
          ? { useDeliveryReport: false }
          : { useDeliveryReport: true, deliveryReportGates: [gate], refId };
      const { status, body } = await askProvider(
        { ...provider, url },
        {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            ...{ source: from, sourceTON: kindOf(from) },
            ...{ destination: to, destinationTON: 'MSISDN', userData: text.replaceAll(uncarried, '?') },
            ...{ ...account, ...reports, ignoreResponse: false },
          }),
        },
      );
      const { data } = said.safeParse(body);
      const words = `LINK Mobility answered ${status}${data ? `: ${data.resultCode} ${data.description?.slice(0, 200) ?? ''}` : ''}`;
      if (data && refusals.has(data.resultCode)) throw new ProviderRefused(words);
      if (status === 204) return null;
      if (status !== 200) throw new Error(words);
      const answer = accepted.safeParse(body);
      if (!answer.success) throw new ProviderUncertain('LINK Mobility gave an answer without the id of the SMS');
      return answer.data.messageId;
    },
  };
}

/** The type of a sender's number. */
function kindOf(from: string): 'MSISDN' | 'SHORTNUMBER' | 'ALPHANUMERIC' {
  if (from.startsWith('+')) return 'MSISDN';
  return /^\d+$/.test(from) ? 'SHORTNUMBER' : 'ALPHANUMERIC';
}

/** An SMS that LINK Mobility passes on ("MO"). */
interface LinkMessage {
  /** MSISDN */
  source: string;
  content: { userData?: string | null | undefined };
  route?: { keyword?: string | null | undefined } | null | undefined;
}

/** The number of the sender and the text of such an SMS, without the keyword by which it was routed. */
export function saidByLink({ source, content: { userData }, route }: LinkMessage) {
  const text = (userData ?? '').trim();
  const keyword = route?.keyword?.trim() ?? '';
  const [first = ''] = text.split(/\s/, 1);
  const isKeyword = keyword !== '' && first.toLowerCase() === keyword.toLowerCase();
  return { from: source, text: isKeyword ? text.slice(first.length) : text };
}

const delivered = new Set([1001, 1007]);
/** Final, and not delivered. Not among them: those of which LINK Mobility does not know whether the SMS arrived. */
const undelivered = new Set([
  ...[0, 1, 2, 3, 6, 104, 105, 1002, 1004, 1006, 1009, 2104, 2105, 2106, 2107],
  ...[2200, 2201, 2202, 2203, 2204, 2205, 2206, 2207, 3000, 3001, 3002],
  ...[4000, 4001, 4002, 4003, 4004, 4005, 4006, 4007],
]);

/** What a report of LINK Mobility says; null: the SMS is on its way, or nobody knows. */
export function linkOutcome(resultCode: number): 'delivered' | 'failed' | null {
  if (delivered.has(resultCode)) return 'delivered';
  return undelivered.has(resultCode) ? 'failed' : null;
}
