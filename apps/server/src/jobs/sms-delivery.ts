import { routes } from '@varde/contract/routes';
import { ownNumber } from '#domain/messages/own-number.ts';
import type { OutboxSms } from '#domain/messages/sms-outbox.ts';
import type { Accepted } from '#platform/sms/sms-sender.ts';
import type { Job, JobContext, SmsDelivery } from './job.ts';
import { deliverByPhone } from './phone-delivery.ts';

/** Hands the SMS in the outbox to the provider; without one they wait, all but those to Varde itself. */
export const smsDelivery: Job = {
  name: 'sms-delivery',
  everySeconds: 1,
  wokenBy: ['sms_outbox'],
  run: (context) =>
    deliverByPhone(context, {
      channel: 'sms',
      only: context.sms === null ? ownNumber : undefined,
      provider: context.sms?.provider,
      pace: context.sms?.pace,
      awaitsReport: context.sms?.reportsTo != null && context.sms.sender.asksForReports === true,
      hand: (row, text) => hand(context, row, text),
    }),
};

/** A test alarm of Varde itself ends here: `settleSms` says that it was told. */
async function hand({ sms }: JobContext, row: OutboxSms, text: string): Promise<Accepted> {
  if (row.recipient === ownNumber) return null;
  if (sms === null) throw new Error('there is no provider');
  return send(sms, row, text);
}

function send({ sender, reportsTo }: SmsDelivery, row: OutboxSms, text: string): Promise<Accepted> {
  const { smsId, recipient: to, createdAt, reportToken } = row;
  const path = routes.reportSms.path.replace(':token', reportToken);
  const reportUrl = reportsTo && `${reportsTo}${path}`;
  return sender.send({ id: `varde-sms-${smsId}-${createdAt.getTime()}`, to, text, reportUrl });
}
