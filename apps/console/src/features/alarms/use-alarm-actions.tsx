import { useQueryClient } from '@tanstack/react-query';
import type { Alarm } from '@varde/contract/alarms';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorCodeOf } from '#data/api/api-error.ts';
import { call } from '#data/api/call.ts';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { useTakeAlarm } from '#data/live/use-take-alarm.ts';
import { useSession } from '#data/session.ts';
import { claimOf, isTaken } from '#domain/alarms/alarm-groups.ts';
import { dialogsReady } from '#kit/state/dialogs-ready.ts';
import { SteadyLabel } from '#kit/steady/steady-label.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { loadAlarmQuestions } from './load-alarm-questions.ts';

/** Done already, they are refused. */
const repeatable = { repeatable: true };

const loadHandOverDialog = () => withAdministrationTexts(() => import('./hand-over-dialog.tsx'));
const loadShareDialog = () => withAdministrationTexts(() => import('#domain/alarms/share-dialog.tsx'));
const loadResetDialog = () => withAdministrationTexts(() => import('./reset-dialog.tsx'));

/**
 * The actions on an alarm. The answer is shown at once; all others get it over the live channel. A failure is in
 * `failure`, to be shown at the action.
 */
export function useAlarmActions(alarm: Alarm) {
  const { t } = useTranslation();
  const session = useSession();
  const take = useTakeAlarm();
  const { alarmId, claimedBy, state } = alarm;
  const params = { alarmId };
  const isOwn = claimedBy?.userId === session.userId;
  const { attempt, busy, failure, setFailure } = useAttempt({
    claimFailed: isOwn && isTaken(alarm),
    releaseFailed: state === 'open',
    reopenFailed: state !== 'reset',
  });

  const claim = () => attempt('claimFailed', async () => take(await call('claimAlarm', { params }, repeatable)));

  /** Resolves to whether it is open again. */
  const reopen = () => attempt('reopenFailed', async () => take(await call('reopenAlarm', { params }, repeatable)));

  async function release(): Promise<void> {
    if (claimedBy === null) return;
    const body = claimOf(claimedBy);
    if (!isOwn && !(await (await loadDialog(loadAlarmQuestions))?.askRelease(alarm))) return;
    await attempt('releaseFailed', async () => take(await call('releaseAlarm', { params, body }, repeatable)));
  }

  async function handOver(): Promise<void> {
    const answer = await (await loadDialog(loadHandOverDialog))?.askColleague(alarm, isOwn);
    if (answer) take(answer);
  }

  const share = async () => (await loadDialog(loadShareDialog))?.askRecipients(alarm, alarm.deviceName);

  /** Resolves to whether it was reset. */
  async function reset(): Promise<boolean> {
    const answer = await (await loadDialog(loadResetDialog))?.askReset(alarm, take);
    if (!answer) return false;
    take(answer);
    return true;
  }

  /** Null when it cannot be loaded, which the row then shows. */
  async function loadDialog<Part>(load: () => Promise<Part>): Promise<Part | null> {
    const part = (await dialogsReady()) ? await load().catch(() => null) : null;
    setFailure(part === null ? { text: t('common.partFailed') } : null);
    return part;
  }

  /** Of the button that claims it: again, after a further signal of one's own. It answers at once that it is under way. */
  const claimText = t(isOwn && state === 'open' ? 'alarms.claimAgain' : 'alarms.claim');
  const texts = [claimText, t('alarms.claiming')] as const;
  const [label, other] = busy === 'claimFailed' ? texts.toReversed() : texts;
  const claimLabel = <SteadyLabel label={label} others={[other]} />;
  return { claim, claimLabel, release, handOver, share, reset, reopen, busy: busy !== null, failure };
}

type Attempt = 'claimFailed' | 'releaseFailed' | 'reopenFailed';

/**
 * One call at a time; the error of a failed one stays until the next, or until the live channel tells that it was done:
 * only its answer was lost.
 */
function useAttempt(isDone: Record<Attempt, boolean>) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [busy, setBusy] = useState<Attempt | null>(null);
  const [failure, setFailure] = useState<{ of?: Attempt; text: string } | null>(null);
  if (failure?.of && isDone[failure.of]) setFailure(null);

  /** Resolves to whether it succeeded. */
  async function attempt(of: Attempt, action: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false;
    setBusy(of);
    setFailure(null);
    try {
      await action();
      return true;
    } catch (error) {
      const name = claimerOf(error);
      const reason = t(`errors.${errorCodeOf(error)}`);
      setFailure({ of, text: name ? t('alarms.takenByOther', { name }) : t(`alarms.${of}`, { reason }) });
      void cache.invalidateQueries({ queryKey: alarmsQuery.queryKey });
      return false;
    } finally {
      setBusy(null);
    }
  }
  return { attempt, busy, failure: failure?.text, setFailure };
}

/** The operator who acted first, when an action failed for that reason, so that the two can contact each other. */
function claimerOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'alreadyClaimed') return undefined;
  return error.fields.find(({ path }) => path === 'claimedBy')?.message;
}
