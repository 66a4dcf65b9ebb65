import {
  delayDelivery,
  endDelaysOfDeliveries,
  endDelivery,
  hasMoved,
  renewDelivery,
  type TakenDelivery,
  takeDueDeliveries,
} from '#domain/web-hooks/deliveries.ts';
import { makeDeliveries } from '#domain/web-hooks/hook-events.ts';
import { pauseAfter } from '#platform/delivery/back-off.ts';
import type { WebHookSender } from '#platform/delivery/web-hook-sender.ts';
import { NoAnswer } from '#platform/net/guarded-post.ts';
import { deliverSideBySide } from './deliver-side-by-side.ts';
import { dayMs, type Job, type JobContext } from './job.ts';
import { storeOutcome } from './store-outcome.ts';

/** From when it was queued. */
const giveUpAfterMs = dayMs;
const due = { firstPauseMs: 10_000, longestPauseMs: 3_600_000, leaseMs: 20_000 };
const atOnce = 32;

/** Tells other systems what happened to alarms (decision 0036). */
export const webHookDelivery: Job = {
  name: 'web-hook-delivery',
  everySeconds: 2,
  wokenBy: ['web_hook_events'],
  tellsAlarms: true,
  run: async (context) => {
    const { db, clock, webHooks, turns } = context;
    await deliverSideBySide(context, {
      turns: turns.webHook,
      atOnce,
      take: async ({ all: most }) => {
        await makeDeliveries(db, clock.now());
        return takeDueDeliveries(db, clock.now(), { ...due, most, turns: turns.webHook });
      },
      deliver: (delivery) => deliver(context, webHooks, delivery),
    });
  },
};

async function deliver(context: JobContext, sender: WebHookSender, delivery: TakenDelivery): Promise<void> {
  const { db, clock, cautiousNow, turns, outages } = context;
  const { deliveryId, tries, queuedAt, url, secret, body, turn } = delivery;
  const { isHanging, ...answer } = await post(sender, {
    ...{ id: `varde-${deliveryId}`, url, secret, body: JSON.stringify(body) },
    timestamp: Math.floor(clock.now() / 1000),
  });
  if (turn.host !== null) turns.webHook.heard(turn.host, !isHanging);
  const now = clock.now();
  const end = (state: 'delivered' | 'dead') =>
    storeOutcome(context, {
      store: () => endDelivery(db, delivery, { ...answer, state, endedAt: new Date(now) }),
      renew: () => renewDelivery(db, delivery, new Date(clock.now())),
    });
  if (answer.lastError === null) {
    await end('delivered');
    return endDelaysOfDeliveries(db, outages.webHook.answered(turn.host), now);
  }
  if (await hasMoved(db, { deliveryId, url })) return delayDelivery(db, deliveryId, { ...answer, nextTryAt: null });
  const pause = pauseAfter(tries, due);
  if ((await cautiousNow()) + pause - queuedAt.getTime() > giveUpAfterMs) return end('dead');
  await delayDelivery(db, deliveryId, { ...answer, nextTryAt: new Date(now + pause) });
  outages.webHook.failed(turn.host, { id: deliveryId, tries });
}

/** The answer; accepted is a status 2xx. */
async function post(sender: WebHookSender, hook: Parameters<WebHookSender['send']>[0]) {
  try {
    const status = await sender.send(hook);
    return {
      isHanging: false,
      status,
      lastError: status >= 200 && status < 300 ? null : `answered ${status}`,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'no answer';
    return { isHanging: error instanceof NoAnswer, status: null, lastError: reason };
  }
}
