import type { AlarmWhy } from '@varde/contract/alarm-why';
import type { TFunction } from 'i18next';

/** Why a step of a timeline came, in words, each part by itself. */
export function whyTold({ skipped }: AlarmWhy, t: TFunction): string[] {
  const people = skipped.map(({ name, reason }) =>
    t('timeline.why.person', { name: name || t('common.unknown'), reason: t(`timeline.why.${reason}`) }),
  );
  return people.length === 0 ? [] : [t('timeline.why.skipped', { people: people.join(', ') })];
}
