import { alarmEventNumber } from '@varde/catalogue/alarm-events';
import type { AlarmEvent } from '@varde/contract/alarms';
import type { TFunction } from 'i18next';
import { elapsed } from './elapsed.ts';

/** Why a step of a timeline came, in words, each part by itself. */
export function whyTold({ number, why }: AlarmEvent, t: TFunction): string[] {
  if (why === undefined) return [];
  const { round, skipped, againInSeconds } = why;
  const people = skipped.map(({ name, reason }) =>
    t('timeline.why.person', { name: name || t('common.unknown'), reason: t(`timeline.why.${reason}`) }),
  );
  return [
    ...(number === alarmEventNumber.notificationStarted && round > 1
      ? [t('timeline.why.round', { round })]
      : []),
    ...(people.length > 0 ? [t('timeline.why.skipped', { people: people.join(', ') })] : []),
    ...(againInSeconds === undefined
      ? []
      : [t('timeline.why.again', { time: elapsed(againInSeconds * 1000, t) })]),
  ];
}
