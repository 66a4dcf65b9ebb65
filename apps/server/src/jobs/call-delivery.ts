import { routes } from '@varde/contract/routes';
import { firstWords } from '#domain/alarms/answer-by-call.ts';
import type { OutboxSms } from '#domain/messages/sms-outbox.ts';
import type { Job, JobContext } from './job.ts';
import { deliverByPhone } from './phone-delivery.ts';

/** Has the provider make the calls in the outbox; without one they wait. What is said, it asks when they are answered. */
export const callDelivery: Job = {
  name: 'call-delivery',
  everySeconds: 1,
  wokenBy: ['sms_outbox'],
  run: async (context) => {
    const { calls } = context;
    if (calls === null) return;
    const { sender, publicUrl, speech, provider, pace } = calls;
    await deliverByPhone(context, {
      channel: 'call',
      only: undefined,
      provider,
      pace,
      // A sound that cannot be made is known before the telephone rings.
      ...(speech && {
        prepare: async (row) => {
          const { said, language } = await wordsOf(context, row);
          return speech(said, language);
        },
      }),
      hand: (row) => sender.call(callOf(row, publicUrl)),
    });
  },
};

const wordsOf = ({ db, clock }: JobContext, row: OutboxSms): ReturnType<typeof firstWords> =>
  db.transaction((tx) => firstWords(tx, row, new Date(clock.now())));

/** The tries of one call share its number, by which the provider reports of it, and its id. */
function callOf({ smsId, recipient: to, createdAt, reportToken, rings }: OutboxSms, publicUrl: string) {
  const number = rings + 1;
  const address = ({ path }: { path: string }) =>
    `${publicUrl}${path.replace(':token', reportToken).replace(':number', String(number))}`;
  return {
    id: `varde-call-${smsId}-${createdAt.getTime()}-${number}`,
    to,
    answerUrl: address(routes.answerCall),
    reportUrl: address(routes.reportCall),
  };
}
