import { useQueryClient } from '@tanstack/react-query';
import type { Alarm } from '@varde/contract/alarms';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, type Input } from '#data/api/call.ts';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { useSession } from '#data/session.ts';
import { useAlarms } from '#domain/alarms/use-alarms.ts';
import { useFormSubmit } from '#domain/errors/use-submit.ts';

/** The alarm as the live channel has it by now. */
export function useLatest(opened: Alarm): Alarm {
  const known = useAlarms().find(({ alarmId }) => alarmId === opened.alarmId);
  return known !== undefined && known.rev > opened.rev ? known : opened;
}

/**
 * Sends the reset of an alarm that the user has seen as it is: after a change the first press only says so, since the
 * change may have come just before it.
 */
export function useReset(opened: Alarm, alarm: Alarm, onDone: (alarm: Alarm) => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { userId } = useSession();
  const { submit, busy, errors, failure } = useFormSubmit();
  const [seen, setSeen] = useState(opened);
  const [isUnseen, setIsUnseen] = useState(false);
  /** Its answer was lost, and the live channel has it. */
  const isDone = alarm.state === 'reset' && alarm.resetBy?.userId === userId;
  useEffect(() => {
    if (isDone) onDone(alarm);
  });

  async function send(answers: Pick<Input<'resetAlarm'>['body'], 'handledBy' | 'outcome' | 'note'>): Promise<void> {
    const { alarmId, deviId: deviceId, claimedAt, signalCount } = alarm;
    setIsUnseen(changeSince(seen, alarm, userId) !== null);
    setSeen(alarm);
    if (changeSince(seen, alarm, userId) !== null) return;
    const body = { ...answers, deviceId, claimedAt, signalCount };
    const done = await submit(() => call('resetAlarm', { params: { alarmId }, body }));
    if (done) onDone(done);
    else void cache.invalidateQueries({ queryKey: alarmsQuery.queryKey });
  }
  return { send, busy, errors, failure: isUnseen ? t('resetDialog.readFirst') : failure };
}

/** What has happened to an alarm that a user has seen; null: nothing that concerns its reset. */
export function changeSince(seen: Alarm, alarm: Alarm, userId: number) {
  if (alarm.state === 'reset') return 'reset';
  if (alarm.signalCount !== seen.signalCount) return 'signalled';
  if (alarm.claimedAt === seen.claimedAt || isTakenBy(alarm, userId)) return null;
  return alarm.claimedAt === null ? 'released' : 'taken';
}

export const isTakenBy = ({ state, claimedBy }: Alarm, userId: number) =>
  state === 'claimed' && claimedBy?.userId === userId;
