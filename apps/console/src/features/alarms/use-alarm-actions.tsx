import { useQueryClient } from '@tanstack/react-query';
import type { Alarm } from '@varde/contract/alarms';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorCodeOf } from '#data/api/api-error.ts';
import { call } from '#data/api/call.ts';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { type AlarmList, mergeAlarms } from '#data/live/patch-alarms.ts';
import { displayName, useSession } from '#data/session.ts';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { dialogsReady } from '#kit/dialogs/dialogs-ready.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { ResetDialog } from './reset-dialog.tsx';

/**
 * What can be done with an alarm. The answer is shown at once; everybody else gets it over the live channel. A failure
 * is in `failure`, to be shown where the action is.
 */
export function useAlarmActions(alarm: Alarm) {
  const { t } = useTranslation();
  const session = useSession();
  const take = useTakeAnswer();
  const { attempt, busy, failure, setFailure } = useAttempt();
  const { alarmId, claimedBy } = alarm;
  const params = { alarmId };

  const claim = () => attempt('claimFailed', async () => take(await call('claimAlarm', { params })));

  async function release(): Promise<void> {
    if (claimedBy === null) return;
    const { userId } = claimedBy;
    if (userId !== session.userId && !(await mayReleaseAnothers())) return;
    await attempt('releaseFailed', async () =>
      take(await call('releaseAlarm', { params, body: { claimedBy: userId } })),
    );
  }

  async function mayReleaseAnothers(): Promise<boolean> {
    if (!(await dialogsCanOpen())) return false;
    return confirm({
      title: t('alarms.releaseTitle', { name: alarm.deviceName }),
      body: t('alarms.releaseBody', { claimer: claimedBy?.name ?? '' }),
      cancel: t('common.cancel'),
      proceed: t('alarms.release'),
    });
  }

  /** Resolves to whether it was reset. */
  async function reset(): Promise<boolean> {
    if (!(await dialogsCanOpen())) return false;
    const answer = await openDialog<Alarm>({
      title: t('alarms.resetTitle', { name: alarm.deviceName }),
      content: (close) => <ResetDialog alarm={alarm} ownName={displayName(session)} onDone={close} />,
    });
    if (!answer) return false;
    take(answer);
    notifyDone(t('alarms.wasReset', { name: alarm.deviceName }));
    return true;
  }

  async function dialogsCanOpen(): Promise<boolean> {
    const ready = await dialogsReady();
    setFailure(ready ? null : t('common.partFailed'));
    return ready;
  }

  return { claim, release, reset, busy, failure };
}

function useTakeAnswer() {
  const cache = useQueryClient();
  return (answer: Alarm) =>
    cache.setQueryData<AlarmList>(alarmsQuery.queryKey, (current) =>
      mergeAlarms(current, { complete: false, alarms: [answer], rev: answer.rev }),
    );
}

/** One call at a time; why it failed stays until the next. */
function useAttempt() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function attempt(failed: 'claimFailed' | 'releaseFailed', action: () => Promise<unknown>) {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await action();
    } catch (error) {
      const name = claimerOf(error);
      const reason = t(`errors.${errorCodeOf(error)}`);
      setFailure(name ? t('alarms.takenByOther', { name }) : t(`alarms.${failed}`, { reason }));
      void cache.invalidateQueries({ queryKey: alarmsQuery.queryKey });
    } finally {
      setBusy(false);
    }
  }
  return { attempt, busy, failure, setFailure };
}

/** The operator who acted first, when an action failed for that reason: the two then know whom to talk to. */
function claimerOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'alreadyClaimed') return undefined;
  return error.fields.find(({ path }) => path === 'claimedBy')?.message;
}
