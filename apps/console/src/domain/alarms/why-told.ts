import { alarmEventNumber } from '@varde/catalogue/alarm-events';
import type { AlarmEvent } from '@varde/contract/alarms';
import type { TFunction } from 'i18next';
import { elapsed } from './elapsed.ts';

/** Why a step of a timeline came, in words, each part by itself. */
export function whyTold({ number, why }: AlarmEvent, t: TFunction): string[] {
  if (why === undefined) return [];
  const { round, skipped, againInSeconds, cause, waitedSeconds = 0, callCause } = why;
  const people = skipped.map(({ name, reason }) =>
    t('timeline.why.person', { name: name || t('common.unknown'), reason: t(`timeline.why.${reason}`) }),
  );
  const time = elapsed(waitedSeconds * 1000, t);
  return [
    ...(number === alarmEventNumber.notificationStarted && round > 1 ? [t('timeline.why.round', { round })] : []),
    ...ruleOf(why, t),
    ...(cause === undefined ? [] : [t(`timeline.why.causes.${cause}`, { time })]),
    ...(callCause === undefined ? [] : [t(`timeline.why.callCause.${callCause}`)]),
    ...(people.length > 0 ? [t('timeline.why.skipped', { people: people.join(', ') })] : []),
    ...(againInSeconds === undefined ? [] : [t('timeline.why.again', { time: elapsed(againInSeconds * 1000, t) })]),
  ];
}

/** Whose list, and the place on it. */
function ruleOf({ list, position }: NonNullable<AlarmEvent['why']>, t: TFunction): string[] {
  if (list === undefined) return [];
  return [
    list.kind === 'device'
      ? t('timeline.why.onOwnList', { position })
      : t('timeline.why.onList', { position, name: list.customerName }),
  ];
}
