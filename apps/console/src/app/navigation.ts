import { IconBellRinging, type IconProps, IconQuestionMark, IconUrgent } from '@tabler/icons-react';
import type { Session } from '@varde/contract/session';
import type { ComponentType } from 'react';

/** The areas of the console. The menu, the keyboard shortcuts and the help follow from this list. */
export interface Area {
  key: 'devices' | 'alarms' | 'unknownDevices';
  path: '/vardes' | '/alarms' | '/admin/unknown';
  icon: ComponentType<IconProps>;
  /** Pressed after `g`. */
  shortcut?: string;
  /** What the session must be able to do. */
  ability?: Session['abilities'][number];
  /** Trackers find devices and handle nothing; open alarms stand above their list all the same. */
  notForTrackers?: boolean;
}

const areas: readonly Area[] = [
  { key: 'devices', path: '/vardes', icon: IconUrgent, shortcut: 'l' },
  { key: 'alarms', path: '/alarms', icon: IconBellRinging, shortcut: 'a', notForTrackers: true },
  {
    key: 'unknownDevices',
    path: '/admin/unknown',
    icon: IconQuestionMark,
    ability: 'unknownDevices',
  },
];

/** The areas that somebody may enter. */
export function areasFor({ abilities }: Session): Area[] {
  const tracker = abilities.includes('trackerOnly');
  return areas.filter(
    ({ ability, notForTrackers = false }) =>
      (ability === undefined || abilities.includes(ability)) && !(tracker && notForTrackers),
  );
}
