import type { Session } from '@varde/contract/session';
import type { TFunction } from 'i18next';
import { type Area, areasFor, mayOpen } from './navigation.ts';

interface FoundPage extends Pick<Area, 'icon' | 'ability' | 'notForTrackers'> {
  name: string;
  path: `/${string}`;
}

/** The pages that the palette finds: the areas of the menu, and those below them that have no place in it. */
export function palettePages(t: TFunction, session: Session): FoundPage[] {
  const areas = areasFor(session).map((area) => ({ ...area, name: t(`shell.areas.${area.key}`) }));
  const below: FoundPage[] = [
    { name: t('alarmHistory.title'), path: '/alarms/history', notForTrackers: true },
    { name: t('answerTimes.title'), path: '/alarms/answer_times', notForTrackers: true },
    { name: t('importDevices.title'), path: '/add_varde/import', ability: 'addDevice' },
    { name: t('shell.profile'), path: '/profile' },
  ];
  return [...areas, ...below.filter((page) => mayOpen(page, session))];
}
