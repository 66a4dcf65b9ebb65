import { removeGone } from '#domain/accounts/push-browsers.ts';
import type { PushMessage } from '#domain/messages/push-message.ts';
import type { TakenSms } from '#domain/messages/sms-outbox.ts';
import { findPushReceiver, recordSent, recordShown } from '#domain/notifications/push-receiver.ts';
import { noBrowser } from '#domain/notifications/queue-push.ts';
import { NoAnswer } from '#platform/net/guarded-post.ts';
import { BrowserGone, type PushSender } from '#platform/push/push-sender.ts';
import { ProviderRefused } from '#platform/sms/sms-sender.ts';
import type { Job, JobContext } from './job.ts';
import { deliverByPhone } from './phone-delivery.ts';

/** Hands the push messages in the outbox to the services of the browsers; without a contact for these they wait. */
export const pushDelivery: Job = {
  name: 'push-delivery',
  everySeconds: 1,
  wokenBy: ['sms_outbox'],
  run: async (context) => {
    const { push } = context;
    if (push !== null)
      await deliverByPhone(context, {
        channel: 'push',
        only: undefined,
        hand: (row, text) => hand(context, push, row, text),
      });
  },
};

async function hand({ db, clock, turns }: JobContext, sender: PushSender, row: TakenSms, text: string): Promise<null> {
  const receiver = await findPushReceiver(db, row, new Date(clock.now()));
  if (receiver === undefined || !(await recordShown(db, row, receiver))) throw new ProviderRefused(noBrowser);
  const heard = (hasAnswered: boolean) => row.turn.host !== null && turns.push.heard(row.turn.host, hasAnswered);
  const { tag: topic, silent } = (JSON.parse(text) as PushMessage).options;
  try {
    await sender.send({ ...receiver, text, topic, isUrgent: !silent });
  } catch (error) {
    heard(!(error instanceof NoAnswer));
    if (error instanceof BrowserGone) await removeGone(db, receiver);
    throw error;
  }
  heard(true);
  await recordSent(db, receiver, new Date(clock.now()));
  return null;
}
