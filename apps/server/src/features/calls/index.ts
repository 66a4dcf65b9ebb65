import { createHash } from 'node:crypto';
import { callEnds, type reportCall } from '@varde/contract/calls';
import type { CallInput } from '@varde/contract/endpoint';
import { routes } from '@varde/contract/routes';
import type { FastifyRequest } from 'fastify';
import { answerByCall, heardInCall, pinOfKeys } from '#domain/alarms/answer-by-call.ts';
import { publishAlarms } from '#domain/alarms/live-alarm-events.ts';
import { endCall, settleMessage } from '#domain/alarms/telling/settle-message.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { recordCallCost } from '#domain/messages/message-costs.ts';
import { findReported, type OutboxMessage } from '#domain/messages/outbox.ts';
import { withComparedPin } from '#domain/notifications/pins.ts';
import type { CallTalk } from '#platform/calls/call-talk.ts';
import type { Speech } from '#platform/calls/speech.ts';
import type { Database } from '#platform/database/database.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { refuseCallback } from '#platform/sms/refuse-callback.ts';

interface CallOptions extends Pick<FeatureDependencies, 'db' | 'bus' | 'clock'> {
  /** Null: no provider calls. */
  provider: { talk: CallTalk; publicUrl: string; speech: Speech } | null;
}

/** What is said in calls about alarms, which keys are pressed, and how they end (decision 0034). */
export function createCallsFeature({ db, bus, clock, provider }: CallOptions): FeatureOf<'calls'> {
  const requireOurs = ({ url, headers }: FastifyRequest, fields: Readonly<Record<string, unknown>>) => {
    if (!provider?.talk.areOurs({ path: url, headers, fields })) return refuseCallback('call');
    return provider;
  };
  return {
    group: 'calls',
    aboutAlarms: ['answerCall', 'speakCall'],
    reports: ['reportCall'],
    handlers: {
      async answerCall({ params: { token }, body }, _caller, { request, reply }) {
        const { talk, publicUrl } = requireOurs(request, body);
        const at = new Date(clock.now());
        const keys = talk.keysIn(body);
        const turn = await withComparedPin(pinOfKeys(keys ?? ''), (compared) =>
          commitAndPublish({ db, bus }, async (tx, changes) => {
            const call = await knownCall(tx, token);
            await settleMessage(tx, changes, call, { state: 'delivered', endedAt: at, reason: null });
            const pressed = { keys: keys ?? '', compared, address: request.arrival.address, at };
            const heard = await answerByCall(tx, call, pressed);
            await publishAlarms(tx, changes, heard.changed);
            return heard;
          }),
        );
        reply.type(talk.mediaType);
        if (keys === '') return talk.end();
        const ours = (path: string) => `${publicUrl}${path.replace(':token', token)}`;
        const soundUrl = ours(routes.speakCall.path.replace(':turn', turnOf(turn.said)));
        const words = { text: turn.said, language: turn.language, soundUrl };
        const keysTo = ours(routes.answerCall.path);
        if (turn.asks === 'pin') return talk.askPin(words, keysTo);
        return turn.asks === 'key' ? talk.ask(words, keysTo) : talk.say(words);
      },

      async reportCall({ params: { token, number }, body }, _caller, { request }) {
        requireOurs(request, body);
        const word = (body.CallStatus ?? body.state ?? body.status ?? '').trim().toLowerCase();
        await commitAndPublish({ db, bus }, async (tx, changes) => {
          const call = await knownCall(tx, token);
          if (!ended.has(word)) return;
          const seconds = secondsOf(body);
          const at = new Date(clock.now());
          // Whoever answered has heard the alarm; a call that was only ended has told nobody of it.
          if (call.state === 'delivered') {
            if (afterAnswer.has(word)) await endCall(tx, changes, call, { at, seconds });
          } else {
            const end = { state: 'failed' as const, endedAt: at, reason: word };
            await settleMessage(tx, changes, { ...call, rings: number - 1 }, { ...end, isWorthAgain: true });
          }
          await recordCallCost(tx, { messageId: call.messageId, number }, { seconds, price: priceOf(body) });
        });
        return {};
      },

      async speakCall({ params: { token, turn } }, _caller, { reply }) {
        if (provider === null) return refuseCallback('call');
        const meant = { isMeant: (said: string) => turnOf(said) === turn, at: new Date(clock.now()) };
        const heard = await db.transaction(async (tx) => heardInCall(tx, await knownCall(tx, token), meant));
        reply.type('audio/wav');
        return provider.speech(heard.said, heard.language);
      },
    },
  };
}

const ended: ReadonlySet<string> = new Set(callEnds);
/** The words of Twilio and of 46elks for the end of a call that was answered. */
const afterAnswer: ReadonlySet<string> = new Set(['completed', 'success']);

/** Null when the provider says nothing of it that can be. */
function secondsOf(body: CallInput<typeof reportCall>['body']): number | null {
  const seconds = Number(body.CallDuration ?? body.duration ?? body.seconds ?? Number.NaN);
  return Number.isInteger(seconds) && seconds >= 0 && seconds <= longestCallSeconds ? seconds : null;
}
const longestCallSeconds = 86_400;

/** As 46elks says it; null when it says nothing that can be. */
const priceOf = ({ cost = '' }: CallInput<typeof reportCall>['body']): number | null =>
  /^\d{1,9}$/.test(cost) ? Number(cost) : null;

/** Other words have another address: providers keep sounds by it. */
const turnOf = (said: string): string => createHash('sha256').update(said).digest('hex').slice(0, 16);

/** Throws `linkInvalid`. */
async function knownCall(tx: Database, token: string): Promise<OutboxMessage> {
  await reachAll(tx);
  const call = await findReported(tx, token, 'call');
  if (call === undefined) return refuseCallback('call');
  return call;
}
