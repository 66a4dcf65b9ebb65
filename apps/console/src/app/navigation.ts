import {
  IconBellRinging,
  IconBuilding,
  IconListSearch,
  type IconProps,
  IconQuestionMark,
  IconUrgent,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { Session } from '@varde/contract/session';
import type { ComponentType } from 'react';

/** The areas of the console. The menu, the keyboard shortcuts and the help follow from this list. */
export interface Area {
  key: 'devices' | 'alarms' | 'customers' | 'permissions' | 'audit' | 'unknownDevices';
  path: '/vardes' | '/alarms' | '/admin/customers' | '/admin/permissions' | '/admin/audit' | '/admin/unknown';
  icon: ComponentType<IconProps>;
  /** Pressed after `g`. */
  shortcut?: string;
  /** Stands in the menu of administration instead of beside the daily areas. */
  administration?: true;
  /** What the session must be able to do. */
  ability?: Session['abilities'][number];
}

const areas: readonly Area[] = [
  { key: 'devices', path: '/vardes', icon: IconUrgent, shortcut: 'l' },
  { key: 'alarms', path: '/alarms', icon: IconBellRinging, shortcut: 'a' },
  {
    key: 'customers',
    path: '/admin/customers',
    icon: IconBuilding,
    administration: true,
    ability: 'customers',
  },
  {
    key: 'permissions',
    path: '/admin/permissions',
    icon: IconUsersGroup,
    administration: true,
    ability: 'permissions',
  },
  { key: 'audit', path: '/admin/audit', icon: IconListSearch, administration: true, ability: 'audit' },
  {
    key: 'unknownDevices',
    path: '/admin/unknown',
    icon: IconQuestionMark,
    administration: true,
    ability: 'unknownDevices',
  },
];

/** The areas that somebody may enter. */
export function areasFor({ abilities }: Session): Area[] {
  return areas.filter(({ ability }) => ability === undefined || abilities.includes(ability));
}
