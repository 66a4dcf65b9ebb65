import { callOutcomes } from '@varde/contract/calls';
import { routes } from '@varde/contract/routes';
import type { FastifyRequest } from 'fastify';
import { answerByCall, heardInCall } from '#domain/alarms/answer-by-call.ts';
import { presentAlarm } from '#domain/alarms/present-alarm.ts';
import { settleSms } from '#domain/alarms/settle-sms.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { alarmEvent } from '#domain/events.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { findReportedSms, type OutboxSms } from '#domain/notifications/sms-outbox.ts';
import { AppError } from '#platform/app-error.ts';
import type { CallTalk } from '#platform/calls/call-talk.ts';
import type { Speech } from '#platform/calls/speech.ts';
import type { Database } from '#platform/database.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { reachAll } from '#platform/reach-all.ts';

interface CallOptions extends Pick<FeatureDependencies, 'db' | 'bus' | 'clock'> {
  /** Null: no provider calls. */
  provider: { talk: CallTalk; publicUrl: string; speech: Speech } | null;
}

/** What is said in calls about alarms, which keys are pressed, and how they end (decision 0067). */
export function createCallsFeature({ db, bus, clock, provider }: CallOptions): FeatureOf<'calls'> {
  const requireOurs = ({ url, headers }: FastifyRequest, fields: Readonly<Record<string, unknown>>) => {
    if (!provider?.talk.areOurs({ path: url, headers, fields })) throw new AppError('linkInvalid');
    return provider;
  };
  return {
    group: 'calls',
    handlers: {
      async answerCall({ params: { token }, body }, _caller, { request, reply }) {
        const { talk, publicUrl } = requireOurs(request, body);
        const at = new Date(clock.now());
        const key = talk.keyIn(body);
        const turn = await commitAndPublish({ db, bus }, async (tx, changes) => {
          const call = await knownCall(tx, token);
          await settleSms(tx, changes, call, { state: 'delivered', endedAt: at, reason: null });
          if (key === '') return null;
          const pressed = { key: key ?? '', address: request.arrival.address, at };
          const { changed, ...heard } = await answerByCall(tx, call, pressed);
          if (changed !== null) changes.publish(alarmEvent(presentAlarm(changed.alarm, changed)));
          return heard;
        });
        reply.type(talk.mediaType);
        if (turn === null) return talk.end();
        const ours = (path: string) => `${publicUrl}${path.replace(':token', token)}`;
        const turnName = key === null ? 'first' : `after-${key.replaceAll(/\W/g, '')}`;
        const words = {
          text: turn.said,
          soundUrl: ours(routes.speakCall.path.replace(':turn', turnName)),
        };
        return turn.asks ? talk.ask(words, ours(routes.answerCall.path)) : talk.say(words);
      },

      async reportCall({ params: { token }, body }, _caller, { request }) {
        requireOurs(request, body);
        const word = (body.CallStatus ?? body.state ?? body.status ?? '').trim().toLowerCase();
        const state = outcomes.get(word);
        await commitAndPublish({ db, bus }, async (tx, changes) => {
          const call = await knownCall(tx, token);
          if (state === undefined) return;
          const reason = state === 'failed' ? word : null;
          await settleSms(tx, changes, call, { state, endedAt: new Date(clock.now()), reason });
        });
        return {};
      },

      async speakCall({ params: { token } }, _caller, { reply }) {
        if (provider === null) throw new AppError('linkInvalid');
        const words = await db.transaction(async (tx) => heardInCall(tx, await knownCall(tx, token)));
        reply.type('audio/wav');
        return provider.speech(words);
      },
    },
  };
}

const outcomes = new Map<string, 'delivered' | 'failed'>(Object.entries(callOutcomes));

/** Throws `linkInvalid`, also for a call whose words are removed. */
async function knownCall(tx: Database, token: string): Promise<OutboxSms> {
  await reachAll(tx);
  const call = await findReportedSms(tx, token, 'call');
  if (call === undefined) throw new AppError('linkInvalid');
  return call;
}
