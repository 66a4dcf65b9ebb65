import { smsOutcomes } from '@varde/contract/sms-reports';
import { settleSms } from '#domain/alarms/settle-sms.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { findReportedSms } from '#domain/notifications/sms-outbox.ts';
import { AppError } from '#platform/app-error.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { reachAll } from '#platform/reach-all.ts';

type SmsReportsOptions = Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>;

/** What providers report of SMS that they have accepted (decision 0063). */
export function createSmsReportsFeature({ db, bus, clock }: SmsReportsOptions): FeatureOf<'smsReports'> {
  return {
    group: 'smsReports',
    handlers: {
      async reportSms({ params: { token }, body }) {
        const state = outcomeOf(body.MessageStatus ?? body.status ?? '');
        const reason = state === 'failed' ? `not delivered ${body.ErrorCode ?? ''}`.trim() : null;
        await commitAndPublish({ db, bus }, async (tx, changes) => {
          await reachAll(tx);
          const sms = await findReportedSms(tx, token);
          if (sms === undefined) throw new AppError('linkInvalid');
          if (state === null) return;
          await settleSms(tx, changes, sms, { state, endedAt: new Date(clock.now()), reason });
        });
        return {};
      },
    },
  };
}

const outcomes = new Map<string, 'delivered' | 'failed'>(Object.entries(smsOutcomes));

/** Null: it is still on its way, or the word is unknown. */
const outcomeOf = (word: string) => outcomes.get(word.toLowerCase()) ?? null;
