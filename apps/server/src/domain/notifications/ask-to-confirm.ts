import { isByPhone } from '@varde/contract/event-setup-form';
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { createToken, hashOfToken } from '#platform/secrets/tokens.ts';
import { confirmSms } from '../messages/alarm-words.ts';
import { queueMessages } from '../messages/outbox.ts';
import { keepNumbers, waitingAmong } from './confirmed-numbers.ts';
import { type StoredReceiver, waysTo } from './plan.ts';

const dayMs = 86_400_000;
/** Questions of an organisation in a day: anybody can put any numbers on a list. */
const mostQuestions = 20;

interface Asking {
  /** Of the list. */
  custId: number;
  receivers: readonly StoredReceiver[];
  /** Base address of links. */
  consoleUrl: string;
  at: Date;
}

/**
 * Asks by SMS those of the receivers whose numbers wait to be confirmed (decision 0030), each number at most once a day
 * for an organisation, and `mostQuestions` in all. Returns how many were asked. In the caller's transaction, with the server's own reach.
 */
export async function askToConfirm(tx: Database, { custId, receivers, consoleUrl, at }: Asking): Promise<number> {
  const languages = new Map(
    receivers.flatMap(({ mobile, language, leftOut, ...receiver }) =>
      mobile !== null &&
      leftOut === null &&
      receiver.withdrawn?.includes('sms') !== true &&
      waysTo({ ...receiver, mobile }).some(isByPhone)
        ? [[mobile, language] as const]
        : [],
    ),
  );
  const numbers = [...languages.keys()];
  const waiting = await waitingAmong(tx, custId, numbers);
  await keepNumbers(tx, at, [...waiting]);
  const since = new Date(at.getTime() - dayMs).toISOString();
  const now = at.toISOString();
  let asked = 0;
  for (const number of waiting) {
    const token = createToken();
    // A question from the future was sent before the clock was set back.
    const [by] = await queryRows<{ firmName: string }>(
      tx,
      sql`update confirmed_numbers n set asked_at = ${now}::timestamptz, token_hash = ${hashOfToken(token)}
        from customers c join customers o on o.cust_id = organisation_of(c.path)
        where c.cust_id = ${custId} and n.cust_id = o.cust_id and n.number = ${number} and n.confirmed_at is null
          and (n.asked_at > ${since}::timestamptz and n.asked_at <= ${now}::timestamptz) is not true
          and (select count(*) from confirmed_numbers d where d.cust_id = o.cust_id
            and d.asked_at > ${since}::timestamptz and d.asked_at <= ${now}::timestamptz) < ${mostQuestions}
        returning o.firm_name as "firmName"`,
    );
    if (by === undefined) continue;
    const link = `${consoleUrl}/#/confirm_number/${token}`;
    const content = confirmSms(languages.get(number) ?? 'nb', { customer: by.firmName, link });
    await queueMessages(tx, { channel: 'sms', recipient: number, content, createdAt: at });
    asked += 1;
  }
  return asked;
}
