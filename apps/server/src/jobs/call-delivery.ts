import { routes } from '@varde/contract/routes';
import { firstWords } from '#domain/alarms/answer-by-call.ts';
import type { OutboxSms } from '#domain/notifications/sms-outbox.ts';
import type { CallDelivery, Job } from './job.ts';
import { deliverByPhone } from './phone-delivery.ts';

/** Has the provider make the calls in the outbox; without one they wait. What is said, it asks when they are answered. */
export const callDelivery: Job = {
  name: 'call-delivery',
  everySeconds: 2, // an alarm waits for it
  run: async (context) => {
    const { calls } = context;
    if (calls !== null)
      await deliverByPhone(context, {
        channel: 'call',
        only: undefined,
        hand: async (row) => {
          // A sound that cannot be made is known before the telephone rings.
          await calls.speech?.(
            await context.db.transaction((tx) => firstWords(tx, row, new Date(context.clock.now()))),
          );
          return call(calls, row);
        },
      });
  },
};

function call({ sender, publicUrl }: CallDelivery, row: OutboxSms): Promise<string | null> {
  const { smsId, recipient: to, createdAt, reportToken, rings } = row;
  const number = rings + 1;
  const address = ({ path }: { path: string }) =>
    `${publicUrl}${path.replace(':token', reportToken).replace(':number', String(number))}`;
  return sender.call({
    id: `varde-call-${smsId}-${createdAt.getTime()}-${number}`,
    to,
    answerUrl: address(routes.answerCall),
    reportUrl: address(routes.reportCall),
  });
}
