import { enteredNumber, enteredText } from '@varde/catalogue/entered-text';
import type { FastifyRequest } from 'fastify';
import { answerBySms } from '#domain/alarms/answer-by-sms.ts';
import { publishAlarms } from '#domain/alarms/live-alarm-events.ts';
import { readReply } from '#domain/alarms/read-reply.ts';
import { settleMessage } from '#domain/alarms/telling/settle-message.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { findReported } from '#domain/messages/outbox.ts';
import { queueReply } from '#domain/messages/queue-reply.ts';
import { withComparedPin } from '#domain/notifications/pins.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { isSameSecret } from '#platform/secrets/tokens.ts';
import { linkOutcome, saidByLink } from '#platform/sms/link-mobility.ts';
import type { ProviderCalls, SmsOutcome } from '#platform/sms/provider-calls.ts';
import { refuseCallback } from '#platform/sms/refuse-callback.ts';

interface SmsOptions extends Pick<FeatureDependencies, 'db' | 'bus' | 'clock'> {
  calls: ProviderCalls;
  /** In the address to which SMS of receivers are passed on; null: they cannot answer. */
  replyKey: string | null;
}

/** What providers report of SMS that they have accepted (decision 0034), and what receivers answer (decision 0033). */
export function createSmsFeature({ db, bus, clock, calls, replyKey }: SmsOptions): FeatureOf<'sms'> {
  const requireOurs = (
    { url, headers }: FastifyRequest,
    fields: Readonly<Record<string, unknown>>,
    kind: 'smsReport' | 'smsReply',
  ) => {
    if (!calls.areOurs({ path: url, headers, fields })) refuseCallback(kind);
  };
  const requireKey = (key: string) => {
    if (replyKey === null || !isSameSecret(key, replyKey)) refuseCallback('smsReply');
  };
  const settle = (token: string, { state, code }: SmsOutcome) =>
    commitAndPublish({ db, bus }, async (tx, changes) => {
      await reachAll(tx);
      const sms = await findReported(tx, token, 'sms');
      if (sms === undefined) return refuseCallback('smsReport');
      if (state === null) return;
      const reason = state === 'failed' ? `not delivered ${code}`.trim() : null;
      await settleMessage(tx, changes, sms, { state, endedAt: new Date(clock.now()), reason });
    });
  /** Takes what a receiver has written. Returns what is to be said to them, which `answerBy` queues where it is given. */
  async function hear(
    { arrival: { address } }: FastifyRequest,
    { from, text: written }: { from: string; text: string },
    answerBy?: typeof queueReply,
  ): Promise<string> {
    const text = enteredText(written);
    const at = new Date(clock.now());
    const { said } = await withComparedPin(readReply(text)?.pin ?? null, (compared) =>
      commitAndPublish({ db, bus }, async (tx, changes) => {
        await reachAll(tx);
        const answered = await answerBySms(tx, { from, text, compared, address, at });
        const { changed, toCompare, said } = answered;
        await publishAlarms(tx, changes, changed);
        if (toCompare.length === 0) await answerBy?.(tx, { recipient: from, said, at });
        return answered;
      }),
    );
    return said;
  }
  return {
    group: 'sms',
    aboutAlarms: ['answerBySms', 'answerByLinkSms'],
    reports: ['reportSms', 'reportLinkSms'],
    handlers: {
      async reportSms({ params: { token }, body }, _caller, { request }) {
        requireOurs(request, body, 'smsReport');
        await settle(token, calls.outcomeOf(body));
        return {};
      },

      async reportLinkSms({ body }, _caller, { request }) {
        requireOurs(request, body, 'smsReport');
        const { refId, resultCode } = body;
        await settle(refId, { state: linkOutcome(resultCode), code: `${resultCode}` });
        return {};
      },

      async answerBySms({ params: { key }, body }, _caller, { request, reply }) {
        requireKey(key);
        requireOurs(request, body, 'smsReply');
        const from = senderOf(body.From ?? body.from ?? '');
        const said = await hear(request, { from, text: body.Body ?? body.message ?? '' });
        reply.type(calls.mediaType);
        return calls.saying(said);
      },

      async answerByLinkSms({ params: { key }, body }, _caller, { request }) {
        requireKey(key);
        const { from, text } = saidByLink(body);
        await hear(request, { from: senderOf(from), text }, queueReply);
        return {};
      },
    },
  };
}

/** The number of a sender in E.164: a provider may leave out its plus sign. */
function senderOf(from: string): string {
  const number = enteredNumber(from);
  return number.startsWith('+') ? number : `+${number}`;
}
