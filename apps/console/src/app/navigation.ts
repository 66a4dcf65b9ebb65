import { IconBellRinging, IconDevices, IconMap, type IconProps } from '@tabler/icons-react';
import type { Policy } from '@varde/catalogue/permissions';
import type { Session } from '@varde/contract/session';
import type { ComponentType } from 'react';

/** The areas of the console. The menu, the keyboard shortcuts and the help follow from this list. */
export interface Area {
  key:
    | 'devices'
    | 'alarms'
    | 'map'
    | 'addDevice'
    | 'customers'
    | 'partners'
    | 'users'
    | 'deletedUsers'
    | 'permissions'
    | 'audit'
    | 'registrations'
    | 'personalData'
    | 'outbox'
    | 'alarmPath'
    | 'unknownDevices';
  path:
    | '/vardes'
    | '/alarms'
    | '/map'
    | '/add_varde'
    | '/admin/customers'
    | '/admin/partners'
    | '/admin/users'
    | '/admin/deleted'
    | '/admin/permissions'
    | '/admin/audit'
    | '/admin/registrations'
    | '/admin/personal_data'
    | '/admin/outbox'
    | '/admin/alarm_path'
    | '/admin/unknown';
  /** Areas of administration have their icons in its menu, which is loaded when it is opened. */
  icon?: ComponentType<IconProps>;
  /** Shortcut key after `g`. */
  shortcut?: string;
  /** Is in the administration menu instead of the main navigation. */
  administration?: true;
  /** The ability that the session needs. */
  ability?: Session['abilities'][number];
  /** The policy that gives the ability at a customer; without one, the ability is for administrators of all customers. */
  policy?: Policy;
  /** Trackers find devices and do not handle alarms; open alarms are still shown above their device list. */
  notForTrackers?: boolean;
}

const areas: readonly Area[] = [
  { key: 'devices', path: '/vardes', icon: IconDevices, shortcut: 'l' },
  { key: 'alarms', path: '/alarms', icon: IconBellRinging, shortcut: 'a', notForTrackers: true },
  { key: 'map', path: '/map', icon: IconMap, shortcut: 'k' },
  {
    key: 'addDevice',
    path: '/add_varde',
    administration: true,
    ability: 'addDevice',
    policy: 'ADD_DEVICE_MENU',
  },
  {
    key: 'customers',
    path: '/admin/customers',
    administration: true,
    ability: 'customers',
    policy: 'SUB_ORGS',
  },
  {
    key: 'partners',
    path: '/admin/partners',
    administration: true,
    ability: 'partners',
    policy: 'PARTNER',
  },
  { key: 'registrations', path: '/admin/registrations', administration: true, ability: 'registrations' },
  {
    key: 'users',
    path: '/admin/users',
    administration: true,
    ability: 'users',
    policy: 'USER_PRIVILEGES_READ',
  },
  {
    key: 'permissions',
    path: '/admin/permissions',
    administration: true,
    ability: 'permissions',
    policy: 'USER_PRIVILEGES_READ',
  },
  {
    key: 'deletedUsers',
    path: '/admin/deleted',
    administration: true,
    ability: 'deletedUsers',
    policy: 'DELETED_USERS',
  },
  { key: 'audit', path: '/admin/audit', administration: true, ability: 'audit', policy: 'AUDIT_LOG' },
  {
    key: 'personalData',
    path: '/admin/personal_data',
    administration: true,
    ability: 'personalData',
    policy: 'USER_PRIVILEGES_ALL',
  },
  { key: 'outbox', path: '/admin/outbox', administration: true, ability: 'admin' },
  { key: 'alarmPath', path: '/admin/alarm_path', administration: true, ability: 'unknownDevices' },
  {
    key: 'unknownDevices',
    path: '/admin/unknown',
    administration: true,
    ability: 'unknownDevices',
  },
];

/** The area that a page belongs to, if it is one for which an ability is needed. */
export const guardedAreaOf = (path: string): Area | undefined =>
  areas.find(
    (area) =>
      area.ability !== undefined &&
      (path === area.path || path.startsWith(`${area.path}/`) || alsoGuarded[area.key]?.test(path)),
  );

const alsoGuarded: Partial<Record<Area['key'], RegExp>> = { audit: /^\/device_audit_log\// };

/** The areas that a session may open. */
export const areasFor = (session: Session): Area[] => areas.filter((area) => mayOpen(area, session));

/** Whether a session may open a page. */
export function mayOpen(
  { ability, notForTrackers = false }: Pick<Area, 'ability' | 'notForTrackers'>,
  { abilities }: Session,
): boolean {
  const allowed = ability === undefined || abilities.includes(ability);
  return allowed && !(notForTrackers && abilities.includes('trackerOnly'));
}
