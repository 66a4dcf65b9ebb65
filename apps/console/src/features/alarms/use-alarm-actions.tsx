import { useQueryClient } from '@tanstack/react-query';
import type { Alarm } from '@varde/contract/alarms';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#kit/api/api-error.ts';
import { call } from '#kit/api/call.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { alarmsQuery } from '#kit/live/alarms-query.ts';
import { type AlarmList, mergeAlarms } from '#kit/live/patch-alarms.ts';
import { displayName, useSession } from '#kit/session.ts';
import { notifyDone, notifyError } from '#kit/state/notify.ts';
import { ResetDialog } from './reset-dialog.tsx';

/** What can be done with an alarm. The answer is shown at once; everybody else gets it over the live channel. */
export function useAlarmActions(alarm: Alarm) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const session = useSession();
  const [claiming, setClaiming] = useState(false);

  const take = (answer: Alarm) =>
    cache.setQueryData<AlarmList>(alarmsQuery.queryKey, (current) =>
      mergeAlarms(current, { complete: false, alarms: [answer], rev: answer.rev }),
    );

  async function claim(): Promise<void> {
    setClaiming(true);
    try {
      take(await call('claimAlarm', { params: { alarmId: alarm.alarmId } }));
    } catch (error) {
      const name = claimerOf(error);
      notifyError(error, name ? t('alarms.takenByOther', { name }) : undefined);
      void cache.invalidateQueries({ queryKey: alarmsQuery.queryKey });
    } finally {
      setClaiming(false);
    }
  }

  async function reset(): Promise<void> {
    const answer = await openDialog<Alarm>({
      title: t('alarms.resetTitle', { name: alarm.deviceName }),
      content: (close) => <ResetDialog alarm={alarm} ownName={displayName(session)} onDone={close} />,
    });
    if (!answer) return;
    take(answer);
    notifyDone(t('alarms.wasReset', { name: alarm.deviceName }));
  }

  return { claim, claiming, reset };
}

/** Who was faster, when that is why a claim failed: two operators then know whom to talk to. */
function claimerOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'alreadyClaimed') return undefined;
  return error.fields.find(({ path }) => path === 'claimedBy')?.message;
}
