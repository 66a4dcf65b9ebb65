import {
  delayDelivery,
  endDelivery,
  hasMoved,
  type TakenDelivery,
  takeDueDeliveries,
} from '#domain/web-hooks/deliveries.ts';
import { makeDeliveries } from '#domain/web-hooks/hook-events.ts';
import { pauseAfter } from '#platform/back-off.ts';
import type { WebHookSender } from '#platform/web-hook-sender.ts';
import { deliverSideBySide } from './deliver-side-by-side.ts';
import { dayMs, type Job, type JobContext } from './job.ts';

/** From when it was queued. */
const giveUpAfterMs = dayMs;
const due = { firstPauseMs: 10_000, longestPauseMs: 3_600_000, leaseMs: 20_000, perHook: 4 };
const atOnce = 16;

/** Tells other systems what happened to alarms (decision 0058). */
export const webHookDelivery: Job = {
  name: 'web-hook-delivery',
  everySeconds: 2,
  run: async (context) => {
    const { db, clock, webHooks } = context;
    await deliverSideBySide(context, {
      atOnce,
      take: async ({ all: most }) => {
        await makeDeliveries(db, clock.now());
        return takeDueDeliveries(db, clock.now(), { ...due, most });
      },
      deliver: (delivery) => deliver(context, webHooks, delivery),
    });
  },
};

async function deliver(
  { db, clock, cautiousNow }: JobContext,
  sender: WebHookSender,
  delivery: TakenDelivery,
): Promise<void> {
  const { deliveryId, tries, queuedAt, url, secret, body } = delivery;
  const answer = await post(sender, {
    ...{ id: `varde-${deliveryId}`, url, secret, body: JSON.stringify(body) },
    timestamp: Math.floor(clock.now() / 1000),
  });
  const now = clock.now();
  if (answer.lastError === null)
    return endDelivery(db, delivery, { ...answer, state: 'delivered', endedAt: new Date(now) });
  if (await hasMoved(db, { deliveryId, url }))
    return delayDelivery(db, deliveryId, { ...answer, nextTryAt: null });
  const pause = pauseAfter(tries, due);
  if ((await cautiousNow()) + pause - queuedAt.getTime() > giveUpAfterMs)
    return endDelivery(db, delivery, { ...answer, state: 'dead', endedAt: new Date(now) });
  await delayDelivery(db, deliveryId, { ...answer, nextTryAt: new Date(now + pause) });
}

/** The answer; accepted is a status 2xx. */
async function post(sender: WebHookSender, hook: Parameters<WebHookSender['send']>[0]) {
  try {
    const status = await sender.send(hook);
    return { status, lastError: status >= 200 && status < 300 ? null : `answered ${status}` };
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'no answer';
    return { status: null, lastError: reason };
  }
}
